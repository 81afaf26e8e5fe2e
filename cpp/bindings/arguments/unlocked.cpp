#include "arguments/unlocked.hpp"

namespace croupier::python {

bool Unlocked::interrupted() {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < 20ms) return false;
  last_ = now;
  lock();
  const bool raised = PyErr_CheckSignals() != 0;
  state_ = PyEval_SaveThread();
  return raised;
}

}  // namespace croupier::python
