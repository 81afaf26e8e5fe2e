#pragma once

#include <pybind11/pybind11.h>

namespace croupier::python {

namespace py = pybind11;

void bind_cards(py::module_& module);
void bind_hands(py::module_& module);
void bind_evaluate(py::module_& module);
void bind_thai_hilo(py::module_& module);
void bind_baccarat(py::module_& module);

}  // namespace croupier::python
