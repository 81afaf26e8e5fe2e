#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "bind.hpp"

namespace croupier::python {

/// A class whose objects only the core makes: it has no constructor and no subclasses, and cannot be pickled.
template <class T>
py::class_<T> opaque_class(py::module_& module, const char* name, const char* doc) {
  const py::metaclass plain_type(reinterpret_cast<PyObject*>(&PyType_Type));
  py::class_<T> type(module, name, plain_type, py::is_final(), doc);
  reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = nullptr;
  type.def(
      "__reduce_ex__",
      [name = std::string(name)](py::handle, py::handle) -> py::object {
        throw py::type_error("cannot pickle a " + name);
      },
      py::arg("protocol"), "__reduce_ex__(self, protocol)\n--\n\nRefuse.");
  return type;
}

}  // namespace croupier::python
