#include <pybind11/stl.h>

#include <numeric>

#include "arguments/cards.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "bind.hpp"
#include "croupier/baccarat.hpp"

namespace croupier::python {
namespace {

using baccarat::kMostShoeCards;
using baccarat::kValues;
using baccarat::Shoe;
using baccarat::ShoeCounts;

constexpr py::ssize_t kCounts = kValues;

/// Ten counts of cards by value, or an array of such rows.
class Shoes {
 public:
  Shoes(py::handle object, const char* argument, py::ssize_t axes, std::uint64_t most) {
    const std::string start = std::string(argument) + ": ";
    const Integers integers = read_integers(object, argument, [&](const Shape& shape) {
      if (std::ssize(shape) == axes && shape.back() == kCounts) return;
      throw py::value_error(start + "ten counts are needed, by the value of a card from 0 to 9" +
                            (axes == 2 ? ", in each row of a two-dimensional array" : ""));
    });
    const py::array_t<std::int64_t> counts = integers.plain();
    SignalCheck check_signals;
    shoes_.resize(static_cast<std::size_t>(counts.size() / kCounts));
    const Shape shape(counts.shape(), counts.shape() + axes - 1);
    for (std::size_t row = 0; row < shoes_.size(); ++row) {
      check_signals();
      const auto place = [&] { return start + name_place("row", shape, row); };
      for (std::size_t value = 0; value < shoes_[row].size(); ++value) {
        const std::size_t i = row * kValues + value;
        const std::int64_t count = counts.data()[i];
        if (count < 0 || count > static_cast<std::int64_t>(most)) {
          throw py::value_error(place() + "counts from 0 to " + std::to_string(most) + " are needed, got " +
                                format_integer(integers.item(i)));
        }
        shoes_[row][value] = static_cast<std::uint64_t>(count);
      }
      const std::uint64_t size = std::accumulate(shoes_[row].begin(), shoes_[row].end(), std::uint64_t{0});
      if (size < baccarat::kMostCards || size > most) {
        throw py::value_error(place() + std::to_string(baccarat::kMostCards) + " to " + std::to_string(most) +
                              " cards are needed, got " + std::to_string(size));
      }
    }
  }

  const std::vector<ShoeCounts>& rows() const { return shoes_; }

 private:
  std::vector<ShoeCounts> shoes_;
};

ShoeCounts read_shoe(py::handle object) { return Shoes(object, "shoe", 1, kMostShoeCards).rows()[0]; }

std::uint32_t read_cut_card(py::handle object, std::uint32_t shoe_size) {
  const std::string needed = "an int from 6 to the " + std::to_string(shoe_size) + " cards of the shoe";
  const std::int64_t cut_card = read_int(object, "cut_card", needed.c_str());
  if (cut_card < std::int64_t{baccarat::kMostCards} || cut_card > shoe_size) {
    throw py::value_error("cut_card: " + needed + " is needed, got " + std::to_string(cut_card));
  }
  return static_cast<std::uint32_t>(cut_card);
}

/// All outcomes in their order: player's and banker's total, player's and banker's cards.
py::tuple list_outcomes() {
  py::tuple tuples(baccarat::outcomes().size());
  std::size_t i = 0;
  for (const baccarat::Outcome& outcome : baccarat::outcomes()) {
    tuples[i++] = py::make_tuple(outcome.player, outcome.banker, outcome.player_cards, outcome.banker_cards);
  }
  return tuples;
}

/// Two hands as the rules deal them, and the number of their outcome.
struct Hands {
  std::vector<Card> player, banker;
  std::uint8_t outcome;
};

Hands read_hands(py::handle player, py::handle banker) {
  Hands hands{read_card_list(player, "player"), read_card_list(banker, "banker"), 0};
  const std::optional<std::uint8_t> found = baccarat::outcome(hands.player, hands.banker);
  if (!found) {
    throw py::value_error("round: as many cards as the rules B6 to B9 deal are needed, got " +
                          std::to_string(hands.player.size()) + " for the player and " +
                          std::to_string(hands.banker.size()) + " for the banker");
  }
  hands.outcome = *found;
  return hands;
}

std::uint8_t outcome(py::handle player, py::handle banker) { return read_hands(player, banker).outcome; }

py::tuple to_tuple(std::span<const Card> cards) {
  py::tuple tuple(cards.size());
  for (std::size_t i = 0; i < cards.size(); ++i) tuple[i] = py::int_(cards[i]);
  return tuple;
}

py::tuple to_tuple(const baccarat::Round& round) {
  const baccarat::Outcome& outcome = baccarat::outcomes()[round.outcome];
  return py::make_tuple(to_tuple(std::span(round.player).first(outcome.player_cards)),
                        to_tuple(std::span(round.banker).first(outcome.banker_cards)));
}

py::tuple read_round(py::handle player, py::handle banker) {
  const Hands hands = read_hands(player, banker);
  return py::make_tuple(to_tuple(hands.player), to_tuple(hands.banker));
}

py::tuple deal_round(py::handle shoe, py::handle seed, py::handle index) {
  const Shoe cards(read_shoe(shoe));
  return to_tuple(cards.deal(read_seed(seed), read_uint64(index, "index")));
}

py::list deal_to_cut(py::handle shoe, py::handle cut_card, py::handle seed, py::handle index) {
  const Shoe cards(read_shoe(shoe));
  py::list rounds;
  for (const baccarat::Round& round :
       cards.deal_to_cut(read_seed(seed), read_uint64(index, "index"), read_cut_card(cut_card, cards.size()))) {
    rounds.append(to_tuple(round));
  }
  return rounds;
}

py::array_t<std::int64_t> count(py::handle shoe, py::handle seed, py::handle first, py::handle rounds,
                                py::handle threads) {
  const Shoe cards(read_shoe(shoe));
  const Seed key = read_seed(seed);
  const std::uint64_t from = read_uint64(first, "first_round");
  const std::uint64_t size = read_uint64(rounds, "rounds");
  const unsigned workers = read_threads(threads);
  return to_array(
      without_lock([&](const Interrupted& interrupted) { return cards.count(key, from, size, workers, interrupted); }));
}

py::array_t<std::int64_t> count_to_cut(py::handle shoe, py::handle cut_card, py::handle seed, py::handle first,
                                       py::handle shoes, py::handle threads) {
  const Shoe cards(read_shoe(shoe));
  const std::uint32_t cut = read_cut_card(cut_card, cards.size());
  const Seed key = read_seed(seed);
  const std::uint64_t from = read_uint64(first, "first_shoe");
  const std::uint64_t size = read_uint64(shoes, "shoes");
  const unsigned workers = read_threads(threads);
  return to_array(without_lock(
      [&](const Interrupted& interrupted) { return cards.count_to_cut(key, from, size, cut, workers, interrupted); }));
}

py::list exact(py::handle shoe) {
  py::list ways;
  for (const Uint128& count : baccarat::exact(read_shoe(shoe))) {
    const py::int_ low(count.low);
    ways.append(count.high == 0 ? py::object(low) : (py::int_(count.high) << py::int_(64)) | low);
  }
  return ways;
}

py::array_t<std::int64_t> exact_shoes(py::handle counts, py::handle threads) {
  const Shoes shoes(counts, "counts", 2, baccarat::kMostShoeCardsIn64Bits);
  const unsigned workers = read_threads(threads);
  const std::vector<std::int64_t> ways = without_lock(
      [&](const Interrupted& interrupted) { return baccarat::exact_shoes(shoes.rows(), workers, interrupted); });
  return to_array<std::int64_t>({std::ssize(shoes.rows()), std::ssize(baccarat::outcomes())}, ways);
}

}  // namespace

void bind_baccarat(py::module_& module) {
  module.attr("BACCARAT_OUTCOMES") = list_outcomes();
  module.def("read_shoe", read_shoe, py::arg("shoe"),
             "read_shoe(shoe)\n--\n\nThe ten counts of a shoe, if it is possible.");
  module.def("baccarat_outcome", outcome, py::arg("player"), py::arg("banker"),
             "baccarat_outcome(player, banker)\n--\n\nThe number of the outcome of two hands of cards.");
  module.def("baccarat_round", read_round, py::arg("player"), py::arg("banker"),
             "baccarat_round(player, banker)\n--\n\nTwo hands of cards as numbers, if the rules deal them.");
  module.def("baccarat_deal", deal_round, py::arg("shoe"), py::arg("seed"), py::arg("index"),
             "baccarat_deal(shoe, seed, index)\n--\n\nThe cards of the player and the banker in a round.");
  module.def("baccarat_deal_to_cut", deal_to_cut, py::arg("shoe"), py::arg("cut_card"), py::arg("seed"),
             py::arg("index"),
             "baccarat_deal_to_cut(shoe, cut_card, seed, index)\n--\n\nThe rounds of a shoe, as baccarat_deal.");
  module.def("baccarat_count", count, py::arg("shoe"), py::arg("seed"), py::arg("first_round"), py::arg("rounds"),
             py::arg("threads"),
             "baccarat_count(shoe, seed, first_round, rounds, threads)\n--\n\nCount rounds by outcome, int64.");
  module.def("baccarat_count_to_cut", count_to_cut, py::arg("shoe"), py::arg("cut_card"), py::arg("seed"),
             py::arg("first_shoe"), py::arg("shoes"), py::arg("threads"),
             "baccarat_count_to_cut(shoe, cut_card, seed, first_shoe, shoes, threads)\n--\n\n"
             "Count the rounds of shoes by outcome, int64.");
  module.def("baccarat_exact", exact, py::arg("shoe"),
             "baccarat_exact(shoe)\n--\n\nHow many of the ways to deal six cards lead to each outcome.");
  module.def("baccarat_exact_shoes", exact_shoes, py::arg("counts"), py::arg("threads"),
             "baccarat_exact_shoes(counts, threads)\n--\n\nThe same for rows of counts: int64, a row a shoe.");
}

}  // namespace croupier::python
