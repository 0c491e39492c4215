#pragma once
// A rule file with its parents as far as they can be read, for questions that editors ask: what is named
// where, and of what type is it? It asks no editor and opens no file: texts come through a reader, so that
// those of open buffers can stand in for files.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/load_chain.h"

namespace roundhouse::dsl {

struct RuleView {
  SourceMap sources;
  Checked<CheckedRules> checked;  ///< its places are in the first files of `sources`
  Chain chain;  ///< read once more: the file itself first, its places in the files behind those
};

/// `name`: as the reader takes it for the first file.
std::unique_ptr<RuleView> view_rules(const VariantReader& reader, const std::string& name);

enum class NameKind : std::uint8_t { option, word, fact, train, act, rule, choice };
std::string_view kind_name(NameKind kind);

/// The declarations of the files of a chain, the youngest first.
struct DeclaredName {
  NameKind kind = NameKind::option;
  Type of = Type::none;    ///< of members: what it is asked of
  Type type = Type::none;  ///< of its value; none: not known
};

/// The names that hold in a chain, with their types as far as they are known without checking.
class ChainNames {
 public:
  explicit ChainNames(const RuleView& view);

  /// nullptr: nothing of this name is declared. Rules have a list of their own.
  const DeclaredName* find(std::string_view name) const;
  const DeclaredName* find_rule(std::string_view id) const;
  const std::map<std::string, DeclaredName, std::less<>>& all() const { return names_; }
  const std::map<std::string, DeclaredName, std::less<>>& rules() const { return rules_; }

  /// The type of a name that stands alone; none: it is not known.
  Type type_of(std::string_view name) const;
  /// The type of a member.
  Type type_of(Type receiver, std::string_view member) const;

 private:
  std::map<std::string, DeclaredName, std::less<>> names_;
  std::map<std::string, DeclaredName, std::less<>> rules_;
};

/// A place at which a name of somebody's own stands.
struct NamePlace {
  NameKind kind = NameKind::option;
  std::string name;
  Span where;
  bool declares = false;
};

/// All of them in one file of the chain, in the order of the text.
std::vector<NamePlace> name_places(const RuleView& view, const ChainNames& names, const LoadedFile& file);

// Another name for something of one's own, in all files of a family: the one that declares it, its children,
// and theirs. What comes of it is checked again before anybody is shown it.

/// A name of one file of the family, with all of its places in it.
struct FilePlaces {
  std::string file;  ///< as the reader names it
  std::vector<NamePlace> places;
};

/// The name at this place of the first file; nullptr: none stands there.
const NamePlace* place_at(const std::vector<NamePlace>& places, std::size_t offset);

/// All places of this name in the files of `views`, each file once. Only files in whose chain a file stands
/// that declares it as `view` has it.
std::vector<FilePlaces> places_in_family(const NamePlace& name, const RuleView& view,
                                         const std::vector<const RuleView*>& views);

struct RenameEdits {
  std::vector<FilePlaces> edits;  ///< each place gets the new name
  std::string trouble;            ///< not empty: it cannot be done, and why
};

/// `reader`: gives all texts as they are. `may_change`: false of files that are not the user's own.
RenameEdits rename(const NamePlace& name, const std::string& new_name, const RuleView& view,
                   const std::vector<const RuleView*>& family, const VariantReader& reader,
                   const std::function<bool(const std::string& file)>& may_change);

}  // namespace roundhouse::dsl
