#include "tools/scenes/scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/syntax/yaml_tree.h"
#include "replay/record_loading/loaded_record.h"
#include "tools/differences/differences.h"
#include "tools/prove/small_set.h"
#include "tools/questions/questions.h"
#include "tools/scenes/exact.h"
#include "tools/scenes/put_back.h"

namespace roundhouse::replay {
namespace {

using dsl::CheckedRules;
using dsl::Difference;
using dsl::DifferenceKind;

constexpr std::size_t most_positions = 1'500;  ///< of one thing at one table

/// So much is looked at of one file, which no family's file comes near. What rules of so many rows cost grows
/// faster than their number. Counted, not timed, so that one file always has the same scenes.
constexpr std::size_t most_work = 100'000;
constexpr std::size_t work_of(const CheckedRules& rules) {
  return 1 + rules.rules.size() * rules.rules.size() / 100;
}

/// Blocks of a rule file whose entries change something by themselves, but for rules and values of options. A
/// fact or a new word does nothing where no row asks for it.
constexpr std::array<std::string_view, 5> shown_blocks{"words", "trains", "acts", "setup", "match"};

/// Advice is none: play is the same without it.
bool is_of_play(const Difference& made, const CheckedRules& ours, const CheckedRules& without) {
  const auto is_advice = [&](const dsl::Rule& row) {
    return row.shape == dsl::Shape::advise && row.id == made.name;
  };
  if (made.kind == DifferenceKind::rule)
    return none_of(ours.rules, is_advice) && none_of(without.rules, is_advice);
  return made.kind == DifferenceKind::word;
}

std::string sentence_of(const Difference& made) {
  return made.right.empty() ? "No longer: " + made.left : made.right;
}

/// An entry of the file, and what its rules are without it.
struct Entry {
  std::string written;
  std::string otherwise;
  dsl::Span where;
  std::function<SharedRules(const std::vector<std::string>& settings)> without;
  std::string option{};  ///< whose value it is; empty: of none
  std::string row{};     ///< the id, of a row
  std::string worded{};  ///< the name of a thing of the parent of which only the sentence is another one
  bool is_rest = false;  ///< all that cannot be put back by itself
};

class Shower {
 public:
  explicit Shower(const ShownFile& file) : file_(file) {}

  FileShown show() {
    const SharedRules ours = rules_with({});
    cost_ = work_of(*ours);
    const SharedRules parent = file_.parent({});
    FileShown shown;
    shown.title = ours->name;
    if (parent) {
      shown.parent = parent->name;
      set_tables(*ours);
      find_entries(*ours, *parent);
      for (Entry& entry : entries_) {
        if (settle(entry))
          shown.entries.push_back(shown_entry(entry, *ours, *parent));
        else
          inseparable_.push_back(std::move(entry));
      }
      if (const std::optional<Entry> rest = inseparable())
        if (ShownEntry entry = shown_entry(*rest, *ours, *parent); !entry.changes_nothing())
          shown.entries.push_back(std::move(entry));
    }
    shown.left =
        dsl::left_by(*ours, parent.get(), [this](const std::string& option, const std::string& value) {
          return spend() ? file_.rules(file_.text, {option + "=" + value}) : nullptr;
        });
    return shown;
  }

 private:
  SharedRules rules_with(const std::vector<std::string>& settings) { return rules_of(file_.text, settings); }
  SharedRules rules_of(const std::string& text, const std::vector<std::string>& settings) {
    const auto [at, fresh] = kept_.try_emplace({text, settings});
    if (fresh) at->second = file_.rules(text, settings);
    return at->second;
  }

  /// Few tiles first: their positions are taken in at a glance.
  void set_tables(const CheckedRules& rules) {
    const std::vector<std::int32_t> numbers = dsl::player_numbers(rules.setup);
    std::vector<std::string> own_acts;
    for (const dsl::DeclaredAct& act : rules.acts)
      if (act.where.file == dsl::FileId{}) own_acts.push_back(act.name);
    for (const SmallSet& set : {SmallSet{2, 3, 3}, SmallSet{3, 4, 4}, SmallSet{2, 6, 5}, SmallSet{4, 6, 4}}) {
      SmallSet small = set;
      if (file_.players) small.players = *file_.players;
      if (!contains(numbers, small.players)) continue;
      if (small.tiles() <= small.players * small.deal + 1) continue;
      if (const auto settings = small_settings(rules, small))
        tables_.push_back({small.players, *settings, own_acts});
    }
    const std::int32_t real = file_.players ? *file_.players : dsl::nearest_player_number(rules.setup, 2);
    tables_.push_back({static_cast<int>(real), {}, own_acts});
  }

  static std::vector<std::string> with(std::vector<std::string> settings, const std::string& setting) {
    settings.insert(settings.begin(), setting);
    return settings;
  }

  void find_entries(const CheckedRules& ours, const CheckedRules& parent) {
    const std::vector<dsl::Answer> values = dsl::written_values(ours);
    const std::vector<dsl::Answer> parents = dsl::written_values(parent);
    for (std::size_t i = 0; i < ours.options.size(); ++i) {
      const dsl::Option& option = ours.options[i];
      if (option.value_where.file != dsl::FileId{} || option.value_where.end == 0) continue;
      const auto before =
          find_if(parents, [&](const dsl::Answer& each) { return each.option == option.name; });
      if (before == parents.end()) continue;
      std::string other = before->value;
      if (other == values[i].value) {
        other = dsl::another_value(ours, i).value_or(other);
      }
      const std::string setting = option.name + "=" + other;
      entries_.push_back({fmt::format("{}: {}", option.name, values[i].value),
                          fmt::format("With {}: {}", option.name, other), option.value_where,
                          [this, setting](const std::vector<std::string>& settings) {
                            return rules_with(with(settings, setting));
                          },
                          option.name});
    }
    add_declared(parent);
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.where.begin < b.where.begin; });
  }

  /// Adds the entries that are no values of options.
  void add_declared(const CheckedRules& parent) {
    const dsl::Checked<dsl::YamlNode> tree = dsl::read_yaml(file_.sources, dsl::FileId{});
    for (const dsl::YamlEntry& block : tree.value.entries) {
      const std::string& name = block.key.text;
      if (name == "rules") {
        for (const dsl::YamlNode& item : block.value.items)
          if (const dsl::YamlNode* id = item.find("id"); id != nullptr)
            add_entry("rule " + id->text, item.where, id->text);
      } else if (name == "sentences") {
        for (const dsl::YamlEntry& entry : block.value.entries) {
          add_entry(fmt::format("{}.{}", name, entry.key.text), entry.key.where, {});
          entries_.back().worded = entry.key.text;
        }
      } else if (name == "remove") {
        add_entry(fmt::format("{}: {}", name,
                              dsl::joined(block.value.items, ", ", [](const auto& id) { return id.text; })),
                  block.key.where, {});
      } else if (contains(shown_blocks, name)) {
        for (const dsl::YamlEntry& entry : block.value.entries) {
          const std::string& key = entry.key.text;
          if (name == "words" && !has_word(parent, key)) continue;
          const std::string written = fmt::format("{}.{}", name, key);
          const auto is_it = [&](const dsl::DeclaredAct& act) { return act.name == key; };
          if (name == "acts" && none_of(parent.acts, is_it))
            entries_.push_back({written, "Without it", entry.key.where, rows_off(key)});
          else
            add_entry(written, entry.key.where, {});
        }
      }
    }
  }

  static bool has_word(const CheckedRules& rules, const std::string& name) {
    return any_of(rules.words, [&](const dsl::Word& word) { return word.name == name; });
  }

  using Without = std::function<SharedRules(const std::vector<std::string>& settings)>;

  Without rows_off(const std::string& id) {
    return [this, id](const std::vector<std::string>& settings) -> SharedRules {
      const SharedRules rules = rules_with(settings);
      return rules ? std::make_shared<const CheckedRules>(dsl::without_rows(*rules, id)) : nullptr;
    };
  }

  void add_entry(std::string written, dsl::Span where, const std::string& row) {
    Entry entry{std::move(written), "Without it", where, {}};
    entry.row = row;
    entries_.push_back(std::move(entry));
  }

  /// Finds how the entry is put back: where there are errors without it a row is never in force. False: not
  /// by itself.
  bool settle(Entry& entry) {
    if (entry.without) return true;
    const std::optional<std::string> text = dsl::without_entry(file_.text, entry.where);
    if (text && spend() && rules_of(*text, {})) {
      entry.without = [this, text = *text](const std::vector<std::string>& settings) {
        return rules_of(text, settings);
      };
    } else if (!entry.row.empty()) {
      entry.without = rows_off(entry.row);
    }
    return static_cast<bool>(entry.without);
  }

  /// Entries that rest on each other are put back together.
  std::optional<Entry> inseparable() {
    if (inseparable_.empty()) return std::nullopt;
    Entry entry{dsl::joined(inseparable_, ", ", [](const Entry& each) { return each.written; }),
                "By the parent's rules", inseparable_.front().where,
                [this](const std::vector<std::string>& settings) { return file_.parent(settings); }};
    entry.is_rest = true;
    return entry;
  }

  ShownEntry shown_entry(const Entry& entry, const CheckedRules& ours, const CheckedRules& parent) {
    ShownEntry shown;
    shown.written = entry.written;
    shown.otherwise = entry.otherwise;
    shown.line = file_.sources.locate(dsl::FileId{}, entry.where.begin).line;
    shown.looked_at = spend();
    if (!shown.looked_at) return shown;
    add_answer(entry, ours, parent, shown);
    // Alone it may not be put back, as a deal for more players than the parent has.
    const SharedRules without = entry.without({});
    if (!without) return shown;
    std::vector<Difference> things;
    if (!entry.worded.empty()) add_worded(entry, ours, *without, parent, shown);
    for (Difference& made : dsl::differences(*without, ours, file_.players)) {
      if (!shown_.insert(made.name).second && entry.is_rest) continue;
      if (is_of_play(made, ours, *without))
        things.push_back(std::move(made));
      else if (made.kind != DifferenceKind::option && entry.worded.empty())
        shown.says.push_back({{}, sentence_of(made), dsl::exact_text(ours, made.name)});
    }
    if (things.empty()) {
      if (shown.says.empty() && shown.answer != shown.parents && plays_alike(*without, ours))
        shown.says.push_back({{}, "No rule in force tells the two answers apart: play is the same."});
      return shown;
    }
    find_scenes(entry, ours, *without, things, shown);
    add_still(entry, ours, things, shown);
    return shown;
  }

  void find_scenes(const Entry& entry, const CheckedRules& ours, const CheckedRules& without,
                   std::vector<Difference>& things, ShownEntry& shown) {
    std::stable_partition(things.begin(), things.end(),
                          [](const Difference& made) { return made.kind == DifferenceKind::rule; });
    std::vector<ChangedThing> changed;
    for (const Difference& made : things) changed.push_back(thing_of(made, without, ours));
    if (!entry.option.empty())
      for (std::size_t i = 0; i < things.size(); ++i) add_scene(entry, things[i], changed[i], shown);
    // A table that the parent comes to, too, shows the entry itself; others show what it leads to.
    std::stable_partition(shown.scenes.begin(), shown.scenes.end(),
                          [](const Scene& scene) { return scene.parent.duty != Outlook::Duty::never; });
    if (shown.scenes.empty()) {
      std::optional<Scene> scene = search(entry, nullptr, SceneTurn::any, shown.positions);
      if (!scene) {
        shown.unmet = std::move(changed);
        return;
      }
      scene->things = std::move(changed);
      shown.unmet.clear();
      shown.scenes.push_back(std::move(*scene));
    }
    if (entry.row.empty() && entry.option.empty()) return;
    Scene& first = shown.scenes.front();
    if (first.ours.duty != Outlook::Duty::over)
      add_with_double(entry, shown);
    else if (!entry.row.empty() && first.is_won)
      add_unwon(first);
  }

  /// In a row that gives points for a round people think of its winner.
  void add_unwon(Scene& scene) {
    for (const SceneTable& table : tables_)
      if (const SharedRules rules = rules_with(table.settings); rules && scene.unwon.empty())
        scene.unwon = unwon_round(*rules, table, most_positions);
  }

  /// Duties of the parent that catch what the entry changes; of an own row those that its scene does not
  /// refute.
  void add_still(const Entry& entry, const CheckedRules& ours, const std::vector<Difference>& things,
                 ShownEntry& shown) {
    std::set<std::string> names;
    for (const Difference& made : things) names.insert(dsl::shown_name(made));
    std::vector<dsl::ActId> allowed;
    if (!entry.row.empty() && !shown.scenes.empty()) {
      const Outlook& outlook = shown.scenes.front().ours;
      if (!outlook.of(engine::ActKind::draw).empty()) allowed.push_back(dsl::act_id(dsl::BuiltInAct::draw));
      if (!outlook.of(engine::ActKind::done).empty()) allowed.push_back(dsl::act_id(dsl::BuiltInAct::done));
    }
    for (const std::string& duty : dsl::duties_beside(ours, names, allowed))
      if (stays_.insert(duty).second) shown.still.push_back(duty);
  }

  static bool plays_alike(const CheckedRules& one, const CheckedRules& other) {
    return all_of(dsl::all_differences(one, other),
                  [](const Difference& made) { return made.kind == DifferenceKind::option; });
  }

  static void add_answer(const Entry& entry, const CheckedRules& ours, const CheckedRules& parent,
                         ShownEntry& shown) {
    const auto of_entry = [&](const dsl::Option& each) { return each.name == entry.option; };
    const auto option = find_if(ours.options, of_entry);
    const auto before = find_if(parent.options, of_entry);
    if (option == ours.options.end() || before == parent.options.end()) return;
    const auto at = static_cast<std::size_t>(option - ours.options.begin());
    if (!dsl::names_in_force(ours, {}).options[at]) return;
    shown.asks = option->ask;
    shown.answer = dsl::answer_in_words(ours, at);
    shown.parents = dsl::answer_in_words(parent, static_cast<std::size_t>(before - parent.options.begin()));
  }

  /// Only a sentence is another one, and what is played goes by the one that it had.
  static void add_worded(const Entry& entry, const CheckedRules& ours, const CheckedRules& without,
                         const CheckedRules& parent, ShownEntry& shown) {
    const std::string before = dsl::says_of(without, entry.worded);
    const std::string now = dsl::says_of(ours, entry.worded);
    if (before.empty() || before == now) return;
    shown.says.push_back({{}, now});
    shown.says.push_back({{},
                          fmt::format("Only the sentence is the file's. What is played is what {} says: {}",
                                      dsl::name_marks(parent.name), before)});
  }

  /// Of a word without a sentence of its own people know what the book says for it.
  ChangedThing thing_of(const Difference& made, const CheckedRules& without, const CheckedRules& ours) const {
    const auto is_quiet = [&](const dsl::Word& word) { return word.name == made.name && word.says.empty(); };
    if (made.kind == DifferenceKind::word && any_of(ours.words, is_quiet))
      if (const auto sentences = dsl::new_sentences(without, ours); !sentences.empty())
        return {{}, sentences.front()};
    const std::string name = dsl::shown_name(made);
    return {name, sentence_of(made), made.right.empty() ? std::string() : dsl::exact_text(ours, name)};
  }

  /// `made`: put back alone; nullptr: all of the entry.
  std::optional<Scene> search(const Entry& entry, const Difference* made, SceneTurn turn,
                              std::size_t& positions) {
    for (const SceneTable& table : tables_) {
      if (!spend()) return std::nullopt;
      SceneRules rules{rules_with(table.settings), entry.without(table.settings), nullptr};
      if (!rules.ours || !rules.without) continue;
      if (made != nullptr) {
        auto changed = dsl::put_back(*rules.ours, *rules.without, *made);
        if (!changed) continue;
        rules.parent = std::exchange(rules.without, std::make_shared<CheckedRules>(std::move(*changed)));
      }
      if (auto scene = find_scene(rules, table, turn, most_positions, positions)) return scene;
    }
    return std::nullopt;
  }

  void add_scene(const Entry& entry, const Difference& made, ChangedThing thing, ShownEntry& shown) {
    std::optional<Scene> scene = search(entry, &made, SceneTurn::any, shown.positions);
    if (!scene) return shown.unmet.push_back(std::move(thing));
    thing.without = scene->without;
    const auto same = find_if(shown.scenes, [&](const Scene& each) { return each.table == scene->table; });
    if (same == shown.scenes.end()) {
      scene->things = {std::move(thing)};
      shown.scenes.push_back(std::move(*scene));
    } else if (none_of(same->things, [&](const ChangedThing& each) { return each.says == thing.says; })) {
      same->things.push_back(std::move(thing));
    }
  }

  /// The same once more in a turn with a double, of which a sentence often says something else.
  void add_with_double(const Entry& entry, ShownEntry& shown) {
    const Scene& first = shown.scenes.front();
    if (first.with_double) return;
    std::size_t positions = 0;
    std::optional<Scene> scene = search(entry, nullptr, SceneTurn::with_double, positions);
    // Of an own row it says something only where something else follows.
    const auto is_alike = [&](const Scene& other) {
      return other.ours.sentence() == first.ours.sentence() &&
             other.parent.sentence() == first.parent.sentence();
    };
    if (scene && scene->table != first.table && (entry.row.empty() || !is_alike(*scene)))
      shown.scenes.insert(shown.scenes.begin() + 1, std::move(*scene));
  }

  /// False: enough has been looked at.
  bool spend() {
    work_ += cost_;
    return work_ <= most_work;
  }

  const ShownFile& file_;
  std::size_t cost_ = 1;
  std::size_t work_ = 0;
  std::vector<SceneTable> tables_;
  std::vector<Entry> entries_;
  std::vector<Entry> inseparable_;
  std::set<std::string> shown_;  ///< names of things that some entry has shown
  std::set<std::string> stays_;  ///< duties that were quoted
  std::map<std::pair<std::string, std::vector<std::string>>, SharedRules> kept_;
};

}  // namespace

ShownFile file_read_by(const dsl::VariantReader& reader, const std::string& name,
                       const dsl::SourceMap& sources, const CheckedRules& rules) {
  const auto load = [](const dsl::VariantReader& from, const std::string& wanted,
                       const std::vector<std::string>& settings) -> SharedRules {
    dsl::SourceMap read;
    auto loaded =
        dsl::check_variant(read, from, {wanted, read_settings(read, "settings", settings), std::nullopt});
    return loaded.ok() ? std::make_shared<const CheckedRules>(std::move(loaded.value)) : nullptr;
  };
  const std::string parent = rules.chain.size() > 1 ? rules.chain[1] : std::string();
  return {sources.file(dsl::FileId{}).text, sources,
          [=](const std::string& text, const std::vector<std::string>& settings) {
            return load(dsl::with_first_text(reader, text), name, settings);
          },
          [=](const std::vector<std::string>& settings) {
            return parent.empty() ? nullptr : load(reader, parent, settings);
          }};
}

FileShown show_file(const ShownFile& file) { return Shower(file).show(); }

}  // namespace roundhouse::replay
