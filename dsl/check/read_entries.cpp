// Words, facts, trains and acts: the blocks whose entries are declarations under a name.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/read_values.h"

namespace roundhouse::dsl {
namespace {

/// Reads each entry of a block: its name, `none`, or what `read` makes of it.
template <class Entry, class Read>
void read_block(const YamlNode& block, std::string_view what, NameUse use, std::vector<Entry>& entries,
                Draft& draft, Findings& findings, Read read) {
  if (!block.is_map())
    return wrong_shape(block, fmt::format("a map from names to what {} is", what), findings);
  for (const YamlEntry& source : block.entries) {
    Entry entry;
    entry.name = {source.key.text, source.key.where};
    if (!check_name(entry.name, what, use, findings)) {
      draft.broken.insert(entry.name.text);
      continue;
    }
    entry.taken_away = is_none(source.value);
    if (entry.taken_away || read(source, entry)) {
      entries.push_back(std::move(entry));
    } else {
      draft.broken.insert(entry.name.text);
    }
  }
}

// In the order of the words of their keys.
constexpr Type types_of_words[]{Type::player, Type::tile, Type::end,   Type::train, Type::debt,
                                Type::tiles,  Type::turn, Type::round, Type::match};
constexpr Scope period_scopes[]{Scope::turn, Scope::round, Scope::game, Scope::match};
constexpr Type types_of_facts[]{Type::truth, Type::number, Type::player, Type::tile};

/// More numbers are nothing that people draw or throw.
constexpr std::int32_t most_by_chance = 1000;

void missing(const Named& name, std::string_view what, std::string_view key, Findings& findings) {
  findings.error(CheckCode::missing_key, name.where,
                 fmt::format("{} '{}' has no '{}'", what, name.text, key));
}

/// `chance: 0..12`, or `chance: players`.
void read_chance(const YamlNode& value, DraftFact& fact, Findings& findings) {
  fact.chance = std::pair{0, 0};
  if (value.is_scalar() && value.text == "players") {
    fact.type = Type::player;
    return;
  }
  fact.type = Type::number;
  if (value.is_scalar() && !is_spelt_as_range(value.text)) {
    findings.error(CheckCode::wrong_shape, value.where,
                   fmt::format("chance cannot choose from '{}'", value.text),
                   "write a range of numbers, such as 0..12, or 'players'");
    return;
  }
  const auto range = read_range(value, findings);
  if (!range) return;
  fact.chance = *range;
  if (range->first < 0 || range->second > most_by_chance)
    findings.error(CheckCode::out_of_range, value.where,
                   fmt::format("what chance decides is 0..{} at most", most_by_chance));
}

/// Chance decides once, when a round, game or match begins, and nothing else has a say in it.
void check_chance(const YamlEntry& source, DraftFact& fact, Span chance_where, Findings& findings) {
  if (fact.of != Scope::round && fact.of != Scope::match) {
    findings.error(CheckCode::out_of_range, chance_where,
                   fmt::format("chance decides the fact '{}' once for all", fact.name.text),
                   "let it be 'of: round' or 'of: match'");
    fact.of = fact.per = Scope::round;
  } else if (fact.per == Scope::turn) {
    findings.error(
        CheckCode::out_of_range, chance_where,
        fmt::format("chance decides the fact '{}' when a round begins, not with each turn", fact.name.text),
        "let it last a round, game or match");
    fact.per = Scope::round;
  }
  for (const std::string_view key : {"is", "after", "when", "add"}) {
    const YamlNode* other = source.value.find(key);
    if (other == nullptr) continue;
    findings.error(
        CheckCode::twice, other->where,
        fmt::format("the fact '{}' is left to chance, and '{}' says what it is", fact.name.text, key),
        {chance_where, "here it is left to chance"});
  }
  fact.events.clear();
  fact.when.reset();
  fact.add.reset();
  fact.is.reset();
}

bool read_fact(const YamlEntry& source, DraftFact& fact, Findings& findings) {
  std::optional<Scope> of, per;
  Span per_where;
  Span chance_where;
  const std::size_t before = findings.size();
  const bool defines_itself = source.value.find("after") != nullptr;
  const KeysOf keys{KeyMap::fact, findings};
  const auto kind_of_value = [&](std::size_t word) { fact.type = types_of_facts[word]; };
  keys.read(
      source.value,
      {keys.word("of", "thing that has facts", [&](std::size_t word) { of = static_cast<Scope>(word); }),
       {"per",
        [&](const YamlEntry& e) {
          const auto found =
              read_word_of(e.value, "time after which a fact is cleared", KeyMap::fact, "per", findings);
          if (found) per = period_scopes[*found];
          per_where = e.value.where;
        }},
       {"is",
        [&](const YamlEntry& e) {
          if (defines_itself) {
            fact.is = read_expression(e.value, findings);
            return;
          }
          fact.type = Type::none;
          keys.word("is", "kind of value that a fact holds", kind_of_value).read(e);
        }},
       keys.names("after", "an event", fact.events),
       keys.expression("when", fact.when),
       keys.expression("add", fact.add),
       {"chance",
        [&](const YamlEntry& e) {
          chance_where = e.value.where;
          read_chance(e.value, fact, findings);
        }},
       {"shown", [&](const YamlEntry& e) { fact.shown = read_label(e.value, findings).value_or(""); }},
       keys.says(fact.texts),
       keys.from(fact.texts.from)});
  if (!source.value.is_map()) return false;
  // A misspelt key may be the very one that is missing.
  const bool silent = findings.size() > before;
  if (source.value.find("of") == nullptr && !silent) missing(fact.name, "the fact", "of", findings);
  if (!of) return false;
  fact.of = *of;
  const bool with_round = fact.of == Scope::player || fact.of == Scope::train;
  fact.per = per.value_or(with_round ? Scope::round : fact.of);
  if (fact.of == Scope::train && (fact.per == Scope::game || fact.per == Scope::match)) {
    Diagnostic& made =
        findings.error(CheckCode::out_of_range, per_where,
                       fmt::format("the fact '{}' of a train cannot outlast the round", fact.name.text));
    made.why = "in the next round all trains begin anew";
    made.help = "let it last a turn or a round, or keep a fact of the train's owner";
    fact.per = Scope::round;
  }
  if (fact.chance) {
    check_chance(source, fact, chance_where, findings);
    return true;
  }
  if (!defines_itself) {
    if (!fact.type && !fact.add && !silent) missing(fact.name, "the fact", "is", findings);
    if (fact.when || fact.add) {
      findings.error(
          CheckCode::missing_key, (fact.when ? fact.when : fact.add)->where,
          fmt::format("the fact '{}' does not say after what it changes by itself", fact.name.text),
          "give it 'after' with an event");
    }
    if (!fact.type) fact.type = Type::none;
  } else if (fact.add && fact.is) {
    findings.error(CheckCode::twice, fact.is->where,
                   fmt::format("the fact '{}' both grows ('add') and takes a value ('is')", fact.name.text),
                   {fact.add->where, "here it grows"});
    fact.is.reset();
  }
  return true;
}

}  // namespace

void read_words(const YamlNode& block, Draft& draft, Findings& findings) {
  read_block(block, "a word", NameUse::value, draft.words, draft, findings,
             [&](const YamlEntry& source, DraftWord& word) {
               if (!source.value.is_map()) {
                 word.is = read_expression(source.value, findings);
                 return true;
               }
               const std::size_t before = findings.size();
               const KeysOf keys{KeyMap::word, findings};
               const auto of = [&](std::size_t kind) { word.of = types_of_words[kind]; };
               keys.read(source.value, {keys.word("of", "thing that a word can be about", of),
                                        keys.by("is", read_ladder, word.is), keys.says(word.texts),
                                        keys.from(word.texts.from)});
               if (source.value.find("is") == nullptr && findings.size() == before)
                 missing(word.name, "the word", "is", findings);
               return true;
             });
}

void read_facts(const YamlNode& block, Draft& draft, Findings& findings) {
  read_block(block, "a fact", NameUse::value, draft.facts, draft, findings,
             [&](const YamlEntry& source, DraftFact& fact) { return read_fact(source, fact, findings); });
}

void read_trains(const YamlNode& block, Draft& draft, Findings& findings) {
  read_block(block, "a kind of train", NameUse::value, draft.trains, draft, findings,
             [&](const YamlEntry& source, DraftTrain& train) {
               bool owned = false;
               const std::size_t before = findings.size();
               const KeysOf keys{KeyMap::train, findings};
               const auto by = [&](std::size_t word) { train.of = static_cast<TrainOwner>(word); };
               const auto half = [&](std::size_t word) { train.starts = static_cast<CentreHalf>(word); };
               keys.read(source.value, {{"of",
                                         [&](const YamlEntry& e) {
                                           owned = true;
                                           keys.word("of", "owner of a train", by).read(e);
                                         }},
                                        keys.by("count", read_ladder, train.count),
                                        keys.word("starts", "half of the engine", half),
                                        keys.says(train.texts),
                                        keys.from(train.texts.from)});
               if (!owned && findings.size() == before)
                 missing(train.name, "the kind of train", "of", findings);
               return owned;
             });
}

namespace {

/// The tile of an act is in the hand of somebody who is there.
void check_owner(const DraftAct& act, Span where, Findings& findings) {
  if (act.tile == ActTile::of_me && act.by == ActBy::referee) {
    findings.error(
        CheckCode::tile_of_nobody, where, "the referee has no tiles",
        "'tile: set' is any tile of the set, and with 'whom: player' 'tile: whom' one of that player's hand");
  } else if (act.tile == ActTile::of_whom && !act.whom) {
    findings.error(CheckCode::tile_of_nobody, where, "the act is done to nobody who could hold the tile",
                   "declare the act with 'whom: player', too");
  }
}

}  // namespace

void read_acts(const YamlNode& block, Draft& draft, Findings& findings) {
  read_block(block, "an act", NameUse::act, draft.acts, draft, findings,
             [&](const YamlEntry& source, DraftAct& act) {
               Span tile_where;
               const KeysOf keys{KeyMap::act, findings};
               const auto by = [&](std::size_t word) { act.by = static_cast<ActBy>(word); };
               const auto tile = [&](std::size_t word) { act.tile = static_cast<ActTile>(word + 1); };
               keys.read(source.value, {keys.named("called", act.called),
                                        keys.word("by", "one who acts", by),
                                        keys.word("whom", "one whom an act is about",
                                                  [&](std::size_t) { act.whom = true; }),
                                        {"tile",
                                         [&](const YamlEntry& e) {
                                           keys.word("tile", "owner of the tile of an act", tile).read(e);
                                           tile_where = e.value.where;
                                         }},
                                        {"amount",
                                         [&](const YamlEntry& e) {
                                           act.amount = read_range(e.value, findings);
                                           if (!act.amount) act.amount = std::pair{0, 0};
                                           if (act.amount->first < 0 || act.amount->second > 1000)
                                             findings.error(CheckCode::out_of_range, e.value.where,
                                                            "the amount of an act is 0..1000 at most");
                                         }},
                                        keys.expression("when", act.when),
                                        keys.by("do", read_effects, act.effects),
                                        keys.says(act.texts),
                                        keys.from(act.texts.from)});
               check_owner(act, tile_where, findings);
               if (act.called && !check_name(*act.called, "an act", NameUse::act, findings))
                 act.called.reset();
               act.only_called = act.called && source.value.entries.size() == 1;
               return true;
             });
}

}  // namespace roundhouse::dsl
