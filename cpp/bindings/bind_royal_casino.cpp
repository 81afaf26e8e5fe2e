#include <pybind11/stl.h>

#include <string>

#include "bind.hpp"
#include "croupier/royal_casino/agents.hpp"
#include "croupier/royal_casino/scoring.hpp"
#include "royal_casino/hand.hpp"

namespace croupier::python {
namespace {

template <class Names>
py::tuple list_names(const Names& names) {
  return to_tuple_of(names, [](std::string_view name) { return py::str(name.data(), name.size()); });
}

rc::Rules make_rules(py::handle players, py::handle last_trick, py::handle partner_builds, py::handle sweeps_of_three,
                     py::handle trailing, py::handle twenty) {
  rc::Rules rules;
  rules.players = static_cast<unsigned>(read_between(players, "players", 2, rc::kMostPlayers));
  rules.last_trick = read_name(last_trick, "last_trick", rc::kLastTrickNames);
  rules.partner_builds = read_name(partner_builds, "partner_builds", rc::kPartnerBuildsNames);
  rules.sweeps_of_three = read_name(sweeps_of_three, "sweeps_of_three", rc::kSweepsOfThreeNames);
  rules.trailing = read_name(trailing, "trailing", rc::kTrailingNames);
  rules.twenty = read_name(twenty, "twenty", rc::kTwentyNames);
  return rules;
}

/// The choices of each rule by its name.
py::dict list_choices() {
  py::dict choices;
  choices["last_trick"] = list_names(rc::kLastTrickNames);
  choices["partner_builds"] = list_names(rc::kPartnerBuildsNames);
  choices["sweeps_of_three"] = list_names(rc::kSweepsOfThreeNames);
  choices["trailing"] = list_names(rc::kTrailingNames);
  choices["twenty"] = list_names(rc::kTwentyNames);
  return choices;
}

}  // namespace

void bind_royal_casino(py::module_& module) {
  module.attr("ROYAL_CASINO_AGENTS") = list_names(rc::kAgentNames);
  module.attr("ROYAL_CASINO_CHOICES") = list_choices();
  module.attr("ROYAL_CASINO_ITEMS") = list_names(rc::kItemNames);
  module.attr("ROYAL_CASINO_KINDS") = list_names(rc::kMoveKindNames);
  OpaqueClass<rc::Rules>(module, "RoyalRules", "Rules of Royal Casino.");
  module.def("royal_casino_rules", make_rules, py::arg("players"), py::arg("last_trick"), py::arg("partner_builds"),
             py::arg("sweeps_of_three"), py::arg("trailing"), py::arg("twenty"),
             "royal_casino_rules(players, last_trick, partner_builds, sweeps_of_three, trailing, twenty)\n--\n\n"
             "Make rules; choices by their names.");
  bind_royal_casino_hand(module);
  bind_royal_casino_play(module);
  bind_royal_casino_text(module);
}

}  // namespace croupier::python
