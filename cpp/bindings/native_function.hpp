#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <utility>

#include "arguments/python.hpp"
#include "croupier/parallel.hpp"

namespace croupier::python {

inline constexpr std::size_t kMostParameters = 3;

/// What a public function takes: the first parameter must be given, the others are None or 1 if they are not.
struct Signature {
  enum Default { kNone, kOne };

  const char* name;
  std::size_t n_parameters;
  std::size_t n_positional;  ///< The others are given by their names only.
  std::array<const char*, kMostParameters> parameters;
  std::array<Default, kMostParameters> defaults;
  const char* doc;
  const char* hint = "";  ///< What to do who gives too many arguments.
};

inline constexpr const char* kJoinPieces = ": join the pieces of a hand, as in 'AsKs' + 'QsJsTs'";

/// Finds the argument of each parameter, borrowed; false with a TypeError set if the call is wrong.
bool find_arguments(const Signature& signature, PyObject* const* arguments, py::ssize_t n_positional, PyObject* names,
                    std::array<PyObject*, kMostParameters>& found);

/// Sets Python's error to the C++ exception that is being handled.
void set_error() noexcept;

/// What `function` returns for the arguments, by CPython's calling convention. Unlike pybind11's own it allocates
/// nothing to find keywords, which could fail.
template <const Signature& signature, auto function>
PYBIND11_NOINLINE PyObject* native_function(PyObject*, PyObject* const* arguments, py::ssize_t n_positional,
                                            PyObject* names) {
  prepare_for_exceptions();
  try {
    std::array<PyObject*, kMostParameters> found{};
    if (!find_arguments(signature, arguments, n_positional, names, found)) return nullptr;
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return function(py::handle(found[i])...).release().ptr();
    }(std::make_index_sequence<signature.n_parameters>());
#ifdef __GLIBCXX__
  } catch (abi::__forced_unwind&) {
    throw;
#endif
  } catch (...) {
    set_error();
    return nullptr;
  }
}

/// Adds a function of CPython's calling convention to a module.
template <const Signature& signature, auto function>
void define(py::module_& module) {
  static PyMethodDef method = {
      signature.name,
      reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(
          static_cast<PyObject* (*)(PyObject*, PyObject* const*, py::ssize_t, PyObject*)>(function))),
      METH_FASTCALL | METH_KEYWORDS, signature.doc};
  module.attr(signature.name) = own(PyCFunction_NewEx(&method, nullptr, module.attr("__name__").ptr()));
}

/// Adds `function`, which takes a handle a parameter and returns an object.
template <const Signature& signature, auto function>
void define_native(py::module_& module) {
  define<signature, native_function<signature, function>>(module);
}

}  // namespace croupier::python
