#pragma once

#include <pybind11/pybind11.h>

namespace croupier::python {

namespace py = pybind11;

void bind_cards(py::module_& module);
void bind_hands(py::module_& module);
void bind_lines(py::module_& module);
void bind_equity(py::module_& module);
void bind_evaluate(py::module_& module);
void bind_thai_hilo(py::module_& module);
void bind_baccarat(py::module_& module);
void bind_royal_casino(py::module_& module);
void bind_casino_holdem(py::module_& module);

/// Throws if the environment asks for an instruction set that is not available.
void require_isa();

}  // namespace croupier::python
