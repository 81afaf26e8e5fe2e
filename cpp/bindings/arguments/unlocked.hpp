#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <optional>
#include <utility>

#include "arguments/python.hpp"
#include "bind.hpp"
#include "croupier/parallel.hpp"

namespace croupier::python {

/// Gives the interpreter's lock up while it lives.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() { lock(); }

  /// Asks Python now and then whether a signal handler raised; for the thread that gave the lock up.
  bool interrupted();

 private:
  void lock() {
    in_python([this] { PyEval_RestoreThread(state_); });
  }

  PyThreadState* state_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Takes the interpreter's lock back while it lives, on the thread that gave it up.
class Relocked {
 public:
  Relocked() : state_(in_python(PyGILState_Ensure)) {}
  Relocked(const Relocked&) = delete;
  Relocked& operator=(const Relocked&) = delete;
  ~Relocked() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

template <class Result>
inline constexpr bool is_optional = false;
template <class Value>
inline constexpr bool is_optional<std::optional<Value>> = true;

/// Runs work(interrupted) without the interpreter's lock and throws what a signal handler raised meanwhile. Gives the
/// value of an optional, which is nothing only if the work was interrupted.
template <class Work>
auto without_lock(Work work) {
  require_isa();
  prepare_for_exceptions();
  auto result = [&] {
    Unlocked unlocked;
    return work(Interrupted([&unlocked] { return unlocked.interrupted(); }));
  }();
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if constexpr (is_optional<decltype(result)>) {
    return std::move(result).value();
  } else {
    return result;
  }
}

}  // namespace croupier::python
