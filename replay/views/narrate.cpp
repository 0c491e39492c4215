#include "replay/views/narrate.h"

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "replay/fold/unknown_facts.h"
#include "replay/record/check_header.h"
#include "replay/record/names.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

using engine::Happening;

class Narrator {
 public:
  Narrator(const engine::Rules& program, const Header& header, const Position& before,
           std::string_view signer)
      : program_(program), header_(header), before_(before), signer_(signer) {}

  void add(const Act& act, const engine::Trace& trace) {
    if (act.kind == ActKind::lay) {
      add_lay(act, trace);
    } else if (act.kind == ActKind::declared) {
      add_declared(act);
    } else if (act.kind == ActKind::cast) {
      if (act.amount != engine::absent) add_chance(act);
    } else if (act.kind == ActKind::done) {
      // That a turn is over the next one says.
      if (before_.laid == 0) say(fmt::format("{} passes.", name(act.actor)));
    } else if (const std::string_view sentence = sentence_of(act); !sentence.empty()) {
      const std::string tile = act.tile == no_tile ? "A tile" : tile_text(act.tile);
      say(fmt::format(fmt::runtime(sentence), name(act.actor), a_tile(act), tile) + '.');
    }
  }

  void add(const engine::Trace& trace) {
    for (const Happening& h : trace) {
      switch (h.kind) {
        case Happening::Kind::marked:
          if (h.end.train == engine::no_train) break;  // the place that would be marked is not there
          if (h.moved_on) {
            say(fmt::format("The marker moves on to the {} of {}.", h.end.pip, train(h.end)));
            break;
          }
          say(h.changed ? fmt::format("A marker goes on the {} of {}.", h.end.pip, train(h.end))
                        : fmt::format("The {} of {} is marked already.", h.end.pip, train(h.end)));
          break;
        case Happening::Kind::unmarked:
          if (h.changed)
            say(fmt::format("The marker on the {} of {} is taken off.", h.end.pip, train(h.end)));
          break;
        case Happening::Kind::owed:
          if (h.changed) say(fmt::format("{} has to be covered{}.", owing(h.end), times(h.number)));
          break;
        case Happening::Kind::covered:
          if (!h.changed) break;
          say(h.number == 0 ? fmt::format("{} is covered.", owing(h.end))
                            : fmt::format("{} is covered, and has to be covered again{}.", owing(h.end),
                                          times(h.number)));
          break;
        case Happening::Kind::forgiven:
          if (h.changed) say("What was to be covered need not be any more.");
          break;
        case Happening::Kind::fanned:
          if (h.changed) say(fmt::format("The sides of the {} are open.", tile_text(h.end.tile)));
          break;
        case Happening::Kind::scored:
          // Twice the same is twice as much.
          if (h.number != 0) sentences_.push_back(fmt::format("{} scores {}.", name(h.seat), h.number));
          break;
        case Happening::Kind::won:
          say(fmt::format("{} wins the round.", name(h.seat)));
          break;
        case Happening::Kind::warned:
          say(program_.rules[h.rule.value].says);
          break;
        case Happening::Kind::game_ended:
          say("The game ends with this round.");
          break;
        case Happening::Kind::shown:
          say(fmt::format("The {} of {} shows {} from now on.", tile_text(h.end.tile), train(h.end),
                          h.end.pip));
          break;
        case Happening::Kind::discarded:
          say(fmt::format("Nothing can be laid to the {} of {} any more.", h.end.pip, train(h.end)));
          break;
        case Happening::Kind::round_ended:
          say("The round is over.");
          break;
        case Happening::Kind::round_voided:
          say("The round is void.");
          break;
        case Happening::Kind::turn_began:
          // A turn that begins as the round ends is none.
          if (!ends_round(trace)) say(turn_sentence(header_, h.seat));
          break;
        case Happening::Kind::row:
        case Happening::Kind::pulled:
        case Happening::Kind::engine_lies:
          break;  // shown by what they lead to
      }
    }
  }

  std::vector<std::string> take() { return std::move(sentences_); }

 private:
  void say(std::string sentence) {
    if (!contains(sentences_, sentence)) sentences_.push_back(std::move(sentence));
  }
  std::string name(Seat seat) const {
    return seat == no_seat ? referee_name(signer_) : short_name(header_, seat);
  }
  static bool ends_round(const engine::Trace& trace) {
    return any_of(trace, [](const Happening& h) { return h.kind == Happening::Kind::round_ended; });
  }
  std::string train(const engine::End& end) const { return train_in_words(program_, header_, end.train); }
  static std::string owing(const engine::End& end) {
    return end.group == 0 ? std::string("The engine") : fmt::format("The {}", tile_text(end.tile));
  }
  static std::string times(int number) {
    return number > 1 ? fmt::format(" {} times", number) : std::string();
  }
  static std::string_view sentence_of(const Act& act) {
    const engine::ActKindRow& kind = row(act.kind);
    return act.actor == no_seat && !kind.of_nobody.empty() ? kind.of_nobody : kind.sentence;
  }
  static std::string a_tile(const Act& act) {
    return act.tile == no_tile ? "a tile" : "the " + tile_text(act.tile);
  }

  /// A marker stands on an end, so it leaves the one that a tile is laid to: it moves on with the train if
  /// a row says so at once, else it is gone.
  void add_lay(const Act& act, const engine::Trace& trace) {
    const int index = engine::find_end(before_, act.end);
    if (index < 0) return;
    const engine::End& end = before_.ends[static_cast<std::size_t>(index)];
    const std::string where =
        end.start  ? fmt::format("starts {} with the {}", train(end), tile_text(act.tile))
        : end.side ? fmt::format("lays the {} to a side of the {} on {}", tile_text(act.tile),
                                 tile_text(end.tile), train(end))
                   : fmt::format("lays the {} to the {} of {}", tile_text(act.tile), end.pip, train(end));
    const std::string turned =
        act.amount == 0 ? std::string() : fmt::format(", its {} outward", engine::low_of(act.tile));
    say(fmt::format("{} {}{}.", name(act.actor), where, turned));
    if (!end.marked) return;
    if (!any_of(trace, [](const Happening& h) { return h.moved_on; }))
      say(fmt::format("The marker on the {} of {} is taken off.", end.pip, train(end)));
  }

  void add_declared(const Act& act) {
    const dsl::DeclaredAct& declared = program_.declared[act.declared];
    std::string sentence = fmt::format("{} says '{}", name(act.actor), declared.called);
    if (act.whom != no_seat) sentence += " " + name(act.whom);
    if (act.tile != no_tile) sentence += fmt::format("({})", tile_text(act.tile));
    if (declared.amount) sentence += fmt::format(" {}", act.amount);
    say(sentence + "'.");
  }

  /// Under its label, where it has one.
  void add_chance(const Act& act) {
    const std::string& label = program_.fact_labels[act.declared];
    say(fmt::format("By chance, {}: {}.", label.empty() ? program_.fact_names[act.declared] : label,
                    chance_text(program_.facts[act.declared], header_, act.amount)));
  }

  const engine::Rules& program_;
  const Header& header_;
  const Position& before_;
  std::string_view signer_;
  std::vector<std::string> sentences_;
};

}  // namespace

std::vector<std::string> narrate(const engine::Rules& program, const Header& header, const Position& before,
                                 const Act& act, const engine::Trace& trace, std::string_view signer) {
  Narrator narrator(program, header, before, signer);
  narrator.add(act, trace);
  narrator.add(trace);
  return narrator.take();
}

std::string turn_sentence(const Header& header, Seat seat) {
  return fmt::format("It is {}'s turn.", short_name(header, seat));
}

std::string referee_name(std::string_view signer) {
  return signer.empty() ? std::string("The referee") : fmt::format("Referee {}", signer);
}

FactTexts fact_texts(const engine::Rules& program, const Header& header, const Position& position,
                     const std::bitset<engine::max_facts>& unknown) {
  const std::vector<std::string> names = player_names(header);
  FactTexts facts;
  facts.of_players.resize(header.players.size());
  for (const ShownFact& fact : shown_facts(program, position, unknown)) {
    for (std::size_t i = 0; i < fact.values.size(); ++i) {
      if (is_cleared(fact, fact.values[i])) continue;
      FactText one{.label = fact.label, .value = {}};
      const bool stands_alone = fact.type == dsl::Type::truth && fact.values[i].has_value();
      if (!stands_alone) one.value = shown_value(fact.type, fact.values[i], names);
      if (fact.of == dsl::Scope::player) {
        if (i < facts.of_players.size()) facts.of_players[i].push_back(std::move(one));
        continue;
      }
      if (fact.of == dsl::Scope::train)
        one.value =
            train_text(program, header, static_cast<int>(i)) + (one.value.empty() ? "" : ": " + one.value);
      facts.general.push_back(std::move(one));
    }
  }
  return facts;
}

FactTexts fact_texts(const engine::Rules& program, const Header& header, const Frame& frame) {
  return fact_texts(program, header, frame.position, frame.unknown);
}

}  // namespace roundhouse::replay
