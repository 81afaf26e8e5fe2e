#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdlib>
#include <string>

#include "bind.hpp"
#include "croupier/isa.hpp"
#include "croupier/parallel.hpp"

namespace croupier::python {
namespace {

constexpr const char* kBuildInfoDoc = R"(build_info()
--

Tell how this package was built and what it uses.

Returns
-------
dict
    ``version``; ``compiler``; ``isas``, the instruction sets that this build
    holds and this processor runs, slowest first; ``isa``, the one in use: the
    fastest, unless the environment variable ``CROUPIER_ISA`` names another;
    ``cores``, the number that ``threads=None`` stands for.

Examples
--------
>>> import croupier
>>> info = croupier.build_info()
>>> info["isa"] in info["isas"]
True
)";

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#elif defined(_MSC_VER)
  return "MSVC " + std::to_string(_MSC_FULL_VER);
#else
  return "unknown";
#endif
}

py::dict build_info() {
  py::dict info;
  info["version"] = CROUPIER_VERSION;
  info["compiler"] = compiler();
  info["isas"] = py::tuple(py::cast(available_isas()));
  info["isa"] = isa_in_use();
  info["cores"] = available_cores();
  return info;
}

std::string list_isas() {
  std::string list;
  for (const std::string_view name : available_isas()) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

void choose_isa(const std::string& name) {
  if (!use_isa(name)) throw py::value_error("isa: " + list_isas() + " are available, got " + name);
}

void follow_environment() {
  const char* name = std::getenv("CROUPIER_ISA");
  if (name != nullptr && *name != '\0' && !use_isa(name)) {
    throw py::import_error("CROUPIER_ISA: " + list_isas() + " are available, got " + name);
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  follow_environment();
  py::options options;
  options.disable_function_signatures();
  module.attr("__version__") = CROUPIER_VERSION;
  module.def("build_info", build_info, kBuildInfoDoc);
  module.def("use_isa", choose_isa, py::arg("name"),
             "use_isa(name)\n--\n\nMake every kernel use this instruction set.");
  bind_cards(module);
  bind_hands(module);
  bind_evaluate(module);
  bind_thai_hilo(module);
  bind_baccarat(module);
}

}  // namespace croupier::python
