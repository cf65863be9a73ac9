// What a vote or a reduction gives is one value for its warp, as is what all
// lanes get of one of them.
#include "warp_calls.h"

#include "frontend/tables/builtin_enum.h"

namespace pyk2ptx {

using namespace ir;

bool isExchange(const CallBuiltin &call) {
  const Constant *mask =
      call.args.empty() ? nullptr : std::get_if<Constant>(&call.args[0]->node);
  if (call.builtin == Builtin::SyncWarp && call.args.empty())
    return true;
  if (!mask || (mask->bits & 0xffffffff) != 0xffffffff)
    return false;
  switch (call.builtin) {
  case Builtin::ShflSync:
  case Builtin::ShflUpSync:
  case Builtin::ShflDownSync:
  case Builtin::ShflXorSync:
    // With more they are of a part of the warp.
    return call.args.size() == 3;
  case Builtin::SyncWarp:
  case Builtin::AllSync:
  case Builtin::AnySync:
  case Builtin::EqSync:
  case Builtin::BallotSync:
  case Builtin::MatchAnySync:
  case Builtin::ReduxAdd:
  case Builtin::ReduxMin:
  case Builtin::ReduxMax:
  case Builtin::ReduxAnd:
  case Builtin::ReduxOr:
  case Builtin::ReduxXor:
    return true;
  default:
    return false;
  }
}

bool givesOneValue(const CallBuiltin &exchange) {
  switch (exchange.builtin) {
  case Builtin::SyncWarp:
  case Builtin::ShflUpSync:
  case Builtin::ShflDownSync:
  case Builtin::ShflXorSync:
  case Builtin::MatchAnySync:
    return false;
  default:
    return true;
  }
}

} // namespace pyk2ptx
