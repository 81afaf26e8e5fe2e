#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdlib>
#include <string>

#include "arguments/python.hpp"
#include "bind.hpp"
#include "croupier/isa.hpp"
#include "croupier/parallel.hpp"
#include "native_function.hpp"

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
    ``compiled_isas``, all that this build holds;
    ``cores``, the number that ``threads=None`` stands for.

Raises
------
ValueError
    If ``CROUPIER_ISA`` names no instruction set that is available. So do all
    functions that work on arrays.

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

py::object build_info() {
  require_isa();
  py::dict info;
  info["version"] = CROUPIER_VERSION;
  info["compiler"] = compiler();
  info["isas"] = py::tuple(py::cast(available_isas()));
  info["isa"] = isa_in_use();
  info["compiled_isas"] = py::tuple(py::cast(compiled_isas()));
  info["cores"] = available_cores();
  return info;
}

constexpr Signature kBuildInfo = {"build_info", 0, 0, {}, {}, kBuildInfoDoc};

/// What is wrong with the environment's choice of an instruction set; empty if nothing is.
std::string wrong_choice;

std::string refusal_of(const char* argument, const py::str& got) {
  std::string names;
  for (const std::string_view name : available_isas()) names.append(names.empty() ? "" : ", ").append(name);
  return std::string(argument) + ": one of " + names + " is needed, got " + std::string(py::str(py::repr(got)));
}

void choose_isa(const std::string& name) {
  if (!use_isa(name)) throw py::value_error(refusal_of("name", name));
  wrong_choice.clear();
}

void follow_environment() {
  constexpr const char* kVariable = "CROUPIER_ISA";
  const char* name = std::getenv(kVariable);
  if (name == nullptr || *name == '\0' || use_isa(name)) return;
  wrong_choice = refusal_of(kVariable, py::reinterpret_steal<py::str>(PyUnicode_DecodeFSDefault(name)));
}

}  // namespace

void require_isa() {
  if (!wrong_choice.empty()) throw py::value_error(wrong_choice);
}

PYBIND11_MODULE(_core_of_main_interpreter, module) {
  follow_environment();
  py::register_local_exception_translator([](std::exception_ptr exception) {
    try {
      std::rethrow_exception(exception);
    } catch (...) {
      set_error();
    }
  });
  py::options options;
  options.disable_function_signatures();
  module.attr("__version__") = CROUPIER_VERSION;
  module.attr("SOURCES_DIGEST") = CROUPIER_SOURCES_DIGEST;
  define_native<kBuildInfo, build_info>(module);
  module.def("use_isa", choose_isa, py::arg("name"),
             "use_isa(name)\n--\n\nMake every kernel use this instruction set.");
  bind_cards(module);
  bind_hands(module);
  bind_lines(module);
  bind_equity(module);
  bind_evaluate(module);
  bind_thai_hilo(module);
  bind_baccarat(module);
  bind_royal_casino(module);
  bind_casino_holdem(module);
}

}  // namespace croupier::python

/// What `import croupier._core` calls. Neither pybind11 nor NumPy serves several interpreters in one process.
extern "C" PYBIND11_EXPORT PyObject* PyInit__core() {
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    PyErr_SetString(PyExc_ImportError, "croupier works in the main interpreter only, not in a subinterpreter");
    return nullptr;
  }
  try {
    croupier::python::look_up();  // here, as pybind11 makes an ImportError of Ctrl-C
  } catch (...) {
    croupier::python::set_error();
    return nullptr;
  }
  return croupier::python::PyInit__core_of_main_interpreter();
}
