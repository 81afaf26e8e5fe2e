#include "native_function.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace croupier::python {
namespace {

std::string list_of(const Signature& signature) {
  std::string names;
  for (std::size_t i = 0; i < signature.n_parameters; ++i)
    names.append(i == 0 ? "" : ", ").append(signature.parameters[i]);
  return names;
}

/// The place of the parameter that a keyword names, or the number of parameters.
std::size_t find_parameter(const Signature& signature, PyObject* keyword) {
  std::size_t i = 0;
  while (i < signature.n_parameters && PyUnicode_CompareWithASCIIString(keyword, signature.parameters[i]) != 0) ++i;
  return i;
}

}  // namespace

bool find_arguments(const Signature& signature, PyObject* const* arguments, py::ssize_t n_positional, PyObject* names,
                    std::array<PyObject*, kMostParameters>& found) {
  const auto given = static_cast<std::size_t>(n_positional);
  const auto refuse = [&](const std::string& message) {
    PyErr_SetString(PyExc_TypeError, (signature.name + (": " + message)).c_str());
    return false;
  };
  if (given > signature.n_positional) {
    const std::string most = signature.n_positional == 0   ? "no argument is"
                             : signature.n_positional == 1 ? "one argument without a name is"
                                                           : "two arguments without a name are";
    return refuse(most + " needed, got " + std::to_string(given) + signature.hint);
  }
  for (std::size_t i = 0; i < given; ++i) found[i] = arguments[i];
  for (py::ssize_t i = 0; names != nullptr && i < PyTuple_GET_SIZE(names); ++i) {
    PyObject* const keyword = PyTuple_GET_ITEM(names, i);
    constexpr py::ssize_t kMostShown = 40;
    const std::size_t place = find_parameter(signature, keyword);
    if (place == signature.n_parameters) {
      const std::string name = quote(keyword, 0, PyUnicode_GET_LENGTH(keyword), kMostShown);
      return refuse((place == 0 ? "no argument is" : "one of " + list_of(signature) + " is") + " needed, got " + name);
    }
    if (found[place] != nullptr) return refuse(signature.parameters[place] + std::string(" is given twice"));
    found[place] = arguments[n_positional + i];
  }
  if (found[0] == nullptr && signature.n_parameters > 0) {
    return refuse(signature.parameters[0] + std::string(" is needed, got nothing"));
  }
  static PyObject* const one = PyLong_FromLong(1);
  for (std::size_t i = 1; i < signature.n_parameters; ++i) {
    if (found[i] == nullptr) found[i] = signature.defaults[i] == Signature::kOne ? one : Py_None;
  }
  return true;
}

void set_error() noexcept {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::domain_error& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::exception& error) {
    // Where Python fails, pybind11 throws a sentence of its own: Python's error says more.
    if (PyErr_Occurred() == nullptr) PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_SystemError, "an exception of an unknown type");
  }
}

}  // namespace croupier::python
