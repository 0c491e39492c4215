#pragma once
// Variant files on disk: the reader that check_variant is given by programs, and so what says which files may
// be opened as rules and quoted in messages.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/text_file.h"
#include "dsl/check/check.h"

namespace roundhouse::dsl {

/// No variant file is larger.
constexpr std::size_t largest_variant_file = std::size_t{1} << 20;

/// The one who chose the name of the first file.
enum class NamedBy : std::uint8_t {
  user,   ///< the program's own user: any file, and complaints quote what stands in it
  record  ///< a record, which may come from anybody: a bundled name or a path that ends in .yaml
};

struct VariantReading {
  NamedBy first = NamedBy::user;
  ReadingBounds bounds{};                      ///< of all files but the bundled ones
  std::shared_ptr<const PackedTrees> trees{};  ///< of bundled ones; absent: all are read
};

/// Reads a bundled variant by its name ("dual", "Dual"), or a file by its path. Files may lie anywhere within
/// the bounds; a parent is named by a path from the folder of the file that extends it (`../club.yaml`) and,
/// as what a record names, ends in .yaml. A bundled file may extend only bundled ones. Only regular files are
/// read, and not more than largest_variant_file bytes of one. Of what a record or another rule file names
/// nothing is given, and so nothing quoted, unless its first key is `roundhouse`. An empty `bundled`: there
/// are no bundled variants.
VariantReader read_variant_files(std::filesystem::path bundled, VariantReading reading = {});

/// The text of the table beside an edition of a bundled game, which says what its names are in the next one;
/// empty: there is none.
std::string edition_table(const std::filesystem::path& bundled, const std::string& game,
                          std::int32_t edition);

/// Why a text that a user calls a rule file is evidently something else: a record, a picture. Its help may be
/// empty. No trouble: it may be one.
LoadedText check_kind(LoadedText text);

/// True if the first key of this text is `roundhouse`.
bool begins_like_rules(std::string_view text);

/// True if it is written like a path and not like the name of a bundled variant.
bool is_path(std::string_view named);

/// The bundled names of the first part: the common train game and those of rule documents. Sorted.
std::vector<std::string> bundled_variants(const std::filesystem::path& bundled);

/// The variants of the second part: more games, in a folder of their own below the first. Sorted. They are
/// read by their names, too.
std::vector<std::string> more_variants(const std::filesystem::path& bundled);

/// Those of the first part, then those of the second.
std::vector<std::string> all_variants(const std::filesystem::path& bundled);

/// The name of a bundled variant with the edition that it means, `train@2`, for what is to last; any other
/// name as it is.
std::string with_edition_named(const std::string& name, const std::filesystem::path& bundled);

}  // namespace roundhouse::dsl
