#include "replay/trust.h"

#include <algorithm>

namespace roundhouse::replay {
namespace {

/// Steps for one turn; where they do not suffice, nothing is said of it.
constexpr std::int64_t most_steps = 200;

}  // namespace

std::vector<Trust> trust_in(ClueBook& book, const RoundLog& log, const BreachTeller& teller) {
  std::vector<Trust> all;
  const auto is_ban = [&](const Clue& c) {
    return c.kind == ClueKind::ban && !c.breach.law && book.kept(c) && log.at(c.act) != nullptr;
  };
  if (std::none_of(book.clues.begin(), book.clues.end(), is_ban)) return all;
  HandSearch search(book.hands(log.last(), [&](const Clue& c) { return book.kept(c); }));
  if (book.ask(search).filling != Filling::possible) return all;
  std::size_t told = SIZE_MAX;
  for (const Clue& c : book.clues) {
    if (!is_ban(c)) continue;
    const std::size_t item = log.at(c.act)->step.item;
    if (item == told) continue;
    if (book.spent()) break;
    // Without what else the same line claims of the same hand.
    int first = c.act;
    int last = c.act;
    while (log.at(first - 1) != nullptr && log.at(first - 1)->step.item == item) --first;
    while (log.at(last + 1) != nullptr && log.at(last + 1)->step.item == item) ++last;
    const WitnessResult found =
        book.ask_instead(search, {c.seat, c.time, c.tiles}, 2 * first, 2 * last + 1, most_steps);
    if (found.filling != Filling::possible) continue;
    told = item;
    const FoldStep& step = log.at(c.act)->step;
    all.push_back({teller.place(step.item, step.where), std::string(teller.act_word(step.act)),
                   teller.program.rules[c.breach.rule.value].id, found.tile});
  }
  return all;
}

}  // namespace roundhouse::replay
