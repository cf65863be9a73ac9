// scipy.constants.physical_constants: of CODATA 2022, with their units, what
// namedConstants has by shorter names. The uncertainties are not here.
#include "fold.h"

namespace pyk2ptx {

namespace {

struct PhysicalRow {
  const char *name, *path, *unit;
};

const PhysicalRow rows[] = {
    {"speed of light in vacuum", "c", "m s^-1"},
    {"Planck constant", "h", "J Hz^-1"},
    {"reduced Planck constant", "hbar", "J s"},
    {"elementary charge", "e", "C"},
    {"Boltzmann constant", "k", "J K^-1"},
    {"Avogadro constant", "N_A", "mol^-1"},
    {"molar gas constant", "R", "J mol^-1 K^-1"},
    {"Stefan-Boltzmann constant", "sigma", "W m^-2 K^-4"},
    {"electron volt", "eV", "J"},
    {"standard acceleration of gravity", "g", "m s^-2"},
    {"standard atmosphere", "atm", "Pa"},
    {"Newtonian constant of gravitation", "G", "m^3 kg^-1 s^-2"},
    {"electron mass", "m_e", "kg"},
    {"proton mass", "m_p", "kg"},
    {"neutron mass", "m_n", "kg"},
    {"atomic mass constant", "m_u", "kg"},
    {"vacuum electric permittivity", "epsilon_0", "F m^-1"},
    {"electric constant", "epsilon_0", "F m^-1"},
    {"vacuum mag. permeability", "mu_0", "N A^-2"},
    {"mag. constant", "mu_0", "N A^-2"},
    {"fine-structure constant", "alpha", ""},
    {"Rydberg constant", "Rydberg", "m^-1"},
};

} // namespace

Value physicalConstant(const Value &name, SourceRange range) {
  for (const PhysicalRow &row : rows)
    if (name == Value::string(row.name)) {
      Value value = pathValue(std::string("scipy.constants.") + row.path);
      // Part of the tuple, and unknown only to who asks for it.
      return Value::tuple(
          {value, Value::string(row.unit),
           Value::unknown(range, "uncertainties are not known here")});
    }
  return Value::unknown(range, "the constant is not known here; write its "
                               "value");
}

} // namespace pyk2ptx
