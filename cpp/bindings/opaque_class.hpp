#pragma once

#include <pybind11/pybind11.h>

#include <new>
#include <string>
#include <utility>

#include "arguments/python.hpp"

namespace croupier::python {

/// A class whose objects hold a T that only the core makes: it has no constructor and no subclasses, and cannot be
/// pickled. pybind11's own classes read a null pointer where memory fails, and give objects without a value to
/// those who skip the constructor.
template <class T>
class OpaqueClass {
 public:
  OpaqueClass(py::module_& module, const char* name, const char* doc) {
    const std::string full_name = std::string("croupier._core.") + name;
    PyType_Slot slots[] = {
        {Py_tp_dealloc, reinterpret_cast<void*>(destroy)}, {Py_tp_doc, const_cast<char*>(doc)}, {0, nullptr}};
    PyType_Spec spec = {full_name.c_str(), sizeof(Object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                        slots};
    module.attr(name) = own(PyType_FromSpec(&spec));
    type_ = py::object(module.attr(name)).release().ptr();
    def(
        "__reduce_ex__",
        [full_name](py::handle, py::handle) -> py::object { throw py::type_error("cannot pickle a " + full_name); },
        py::arg("protocol"), "__reduce_ex__(self, protocol)\n--\n\nRefuse.");
  }

  template <class Function, class... Extra>
  OpaqueClass& def(const char* name, Function&& function, const Extra&... extra) {
    py::setattr(type_, name, method(name, std::forward<Function>(function), extra...));
    return *this;
  }

  template <class Function>
  OpaqueClass& property(const char* name, Function&& function) {
    const py::handle property_type(reinterpret_cast<PyObject*>(&PyProperty_Type));
    py::setattr(type_, name, property_type(method(name, std::forward<Function>(function))));
    return *this;
  }

  static py::object make(T value) {
    auto* object = PyObject_New(Object, reinterpret_cast<PyTypeObject*>(type_));
    if (object == nullptr) throw py::error_already_set();
    new (&object->value) T(std::move(value));
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(object));
  }

  /// The T of an object; nothing if it is of another class.
  static T* find(py::handle object) {
    const bool holds = reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())) == type_;
    return holds ? &reinterpret_cast<Object*>(object.ptr())->value : nullptr;
  }

 private:
  struct Object {
    PyObject_HEAD T value;
  };

  template <class Function, class... Extra>
  static py::object method(const char* name, Function&& function, const Extra&... extra) {
    return py::cpp_function(std::forward<Function>(function), py::name(name), py::is_method(py::handle(type_)),
                            extra...);
  }

  static void destroy(PyObject* object) {
    PyTypeObject* const type = Py_TYPE(object);
    reinterpret_cast<Object*>(object)->value.~T();
    PyObject_Free(object);
    Py_DECREF(type);
  }

  inline static PyObject* type_ = nullptr;
};

/// Hands values of an OpaqueClass to functions and back.
template <class T>
struct OpaqueCaster {
  static constexpr auto name = py::detail::const_name("object");
  template <class Wanted>
  using cast_op_type = py::detail::cast_op_type<Wanted>;

  operator T*() { return value; }
  operator T&() { return *value; }

  bool load(py::handle object, bool) { return (value = OpaqueClass<T>::find(object)) != nullptr; }

  static py::handle cast(T made, py::return_value_policy, py::handle) {
    return OpaqueClass<T>::make(std::move(made)).release();
  }

  T* value = nullptr;
};

}  // namespace croupier::python
