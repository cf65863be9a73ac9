// Records: fields, and what stands for a record in a kernel.
#ifndef PYK2PTX_FRONTEND_VALUES_RECORD_H
#define PYK2PTX_FRONTEND_VALUES_RECORD_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// array[indices]: a value, or a reference to a structure.
Operand elementAt(ir::ExprPtr array, std::vector<ir::Index> indices,
                  SourceRange range);
std::optional<std::uint32_t> fieldNamed(const Operand &base, const Value &name);
Operand unknownField(Emitter &e, const Operand &base, const std::string &name,
                     SourceRange range);
Operand recordField(Emitter &e, Operand base, std::uint32_t field,
                    SourceRange range);
/// base["name"]; nothing when that is no field's place.
std::optional<Operand> fieldSubscript(Emitter &e, Operand &base,
                                      const std::vector<Operand> &subscripts,
                                      SourceRange range);
ir::ExprPtr loadRecord(ir::ExprPtr reference);
/// Whether the fields of both have the same names and types, so that a
/// structure's may become a dataclass's, or the other way.
bool sameFields(const Type &a, const Type &b);
/// The value of a record, or of what refers to one, as one of such a type.
ir::ExprPtr recordAs(Emitter &e, Operand record, const Type &type);
ir::ExprPtr recordOfTuple(Emitter &e, Operand tuple, const Type &type);
void storeField(Emitter &e, Operand base, std::uint32_t field, Operand value,
                SourceRange range, ir::Block &block);
void storeAttribute(Emitter &e, const syntax::Attribute &target,
                    SourceRange range, Operand value, ir::Block &block);
void augmentField(Emitter &e, const syntax::AugAssign &node, Operand place,
                  SourceRange range, ir::Block &block);
/// The number of a new local array of one structure.
std::uint32_t declareStructure(Emitter &e, const std::string &name,
                               const Type &type, SourceRange range);
ir::ExprPtr structureAt(std::uint32_t number, const Type &type,
                        SourceRange range);

/// Whether it is a structure in memory.
bool isStructure(const Type &type);
/// What an expression of type Reference refers to, as an array and its indices.
std::pair<ir::ExprPtr, std::vector<ir::Index>> placeOf(ir::ExprPtr expr);

} // namespace pyk2ptx

#endif
