// Every block of code in README.md and docs/ is tried. The word behind the fence says how, a name behind that
// word writes the block to a file of that name (with `more` behind it: to the end of that file); all blocks
// of one document share a folder, in order. So is every block of the pages that the build prints. In that
// folder tests/games are found as `games` and as `tests/games`.
//
//   console           commands with what they print
//   yaml [FILE]       a variant file, or a part that may stand in one that extends the bundled `train`
//   train [FILE]      a record, or a part of one: only has to be readable as notation
//   cpp, cmake, sh    stands in tests/consumer/ word for word; for sh: what `dev` and CMake's presets have
//   expression        conditions, one a line, as they may stand in a rule about lay (extends `train`)
//   effects           effects, one a line, as they may stand in a rule after a lay
//   text              a drawing or a form: not tried

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/printed_pages.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

struct Block {
  std::string kind;
  std::string file;   ///< empty: none named
  bool more = false;  ///< goes to the end of the file
  std::size_t line = 0;
  std::string text;
};

/// A document cut into what stands between blocks and the blocks themselves.
struct Document {
  std::vector<std::string> prose;  ///< one more than blocks; fences belong to it
  std::vector<Block> blocks;
  bool closed = true;
};

Document read_document(const std::string& text) {
  Document document;
  document.prose.emplace_back();
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const bool fence = line.starts_with("```");
    if (!document.closed && !fence) {
      document.blocks.back().text += line + "\n";
      continue;
    }
    if (fence && document.closed) {
      Block block;
      block.line = number;
      std::string more;
      std::istringstream(line.substr(3)) >> block.kind >> block.file >> more;
      block.more = more == "more";
      document.blocks.push_back(block);
      document.prose.back() += line + "\n";
      document.prose.emplace_back();
      document.closed = false;
      continue;
    }
    if (fence) document.closed = true;
    document.prose.back() += line + "\n";
  }
  return document;
}

std::string put_together(const Document& document) {
  std::string out = document.prose.front();
  for (std::size_t i = 0; i < document.blocks.size(); ++i) {
    out += document.blocks[i].text + document.prose[i + 1];
  }
  return out;
}

void write_file(const fs::path& path, const std::string& text, bool more = false) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary | (more ? std::ios::app : std::ios::trunc)) << text;
}

int status_of(const std::string& line, const fs::path& folder, std::string& output) {
  ProgramCall call;
  call.folder = folder;
  call.merge_errors = true;
  const ProgramResult result = run_shell(line, call);
  output = result.output;
  return result.status;
}

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  const std::size_t comment = line.find(" #");
  const std::string code = line.substr(first, comment == std::string::npos ? comment : comment - first);
  return code.substr(0, code.find_last_not_of(' ') + 1);
}

void try_yaml(const Block& block, const fs::path& folder) {
  // Named files are variants that commands of the document use, broken ones included.
  if (!block.file.empty()) return write_file(folder / block.file, block.text, block.more);
  const bool whole =
      block.text.starts_with("roundhouse:") || block.text.find("\nroundhouse:") != std::string::npos;
  const std::string head = whole ? "" : "roundhouse: 1\nname: Part of a document\nextends: train\n";
  write_file(folder / "part.yaml", head + block.text);
  std::string output;
  const int status = status_of("roundhouse lint part.yaml", folder, output);
  INFO(output);
  CHECK(status == 0);
  CHECK(output == "part.yaml: no findings\n");
}

/// Each line stands as `key` in a row of its own that is about laying a tile.
void try_rows(const Block& block, std::string_view head, std::string_view key, const fs::path& folder) {
  std::string rules = "roundhouse: 1\nname: Part of a document\nextends: train\nrules:\n";
  std::istringstream lines(block.text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (trimmed(line).empty()) continue;
    rules += fmt::format("  - id: row-{}\n    {}\n    {}: {}\n    says: A line of a document.\n", ++number,
                         head, key, trimmed(line));
  }
  CHECK(number > 0);
  write_file(folder / "rows.yaml", rules);
  std::string output;
  const int status = status_of("roundhouse lint rows.yaml", folder, output);
  INFO(output);
  CHECK(status == 0);
}

void try_train(const Block& block, const fs::path& folder) {
  if (!block.file.empty()) return write_file(folder / block.file, block.text, block.more);
  write_file(folder / "part.train", block.text);
  std::string output;
  const int status = status_of("roundhouse validate part.train", folder, output);
  INFO(output);
  CHECK((status == 0 || status == 1 || status == 4));
}

void try_sh(const Block& block) {
  const std::string usage = read_file(source_folder() / "dev");
  const std::string presets = read_file(source_folder() / "CMakePresets.json");
  std::istringstream lines(block.text);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    std::istringstream words(trimmed(line));
    std::string program;
    std::string first;
    std::string second;
    words >> program >> first >> second;
    if (program.empty()) continue;
    // A setting in front of the command is none of the command's words.
    if (program.find('=') != std::string::npos) {
      program = first;
      first = second;
    }
    if (program == "./dev") {
      CHECK(usage.find("\n  " + first) != std::string::npos);
    } else if (program == "cmake" && first == "--preset") {
      CHECK(presets.find("\"name\": \"" + second + "\"") != std::string::npos);
    } else {
      CHECK((program == "cmake" || program == "git" || program == "cd" || program.starts_with("build")));
    }
  }
}

/// The text by the path; printed pages stand where the build puts them.
std::map<fs::path, std::string> all_documents() {
  std::map<fs::path, std::string> texts;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "docs")) {
    if (entry.path().extension() == ".md") texts.emplace(entry.path(), read_file(entry.path()));
  }
  texts.emplace(source_folder() / "README.md", read_file(source_folder() / "README.md"));
  for (const auto& [name, text] : printed_pages())
    texts.emplace(source_folder() / "build/share/doc" / name, text);
  return texts;
}

/// The name by which a link calls a heading: small letters, dashes for spaces, nothing else.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ' || c == '-') {
      anchor += '-';
    } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return anchor;
}

bool has_heading(const std::string& text, const std::string& anchor) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of('#');
    if (begin == 0 || begin == std::string::npos || line[begin] != ' ') continue;
    if (anchor_of(line.substr(begin + 1)) == anchor) return true;
  }
  return false;
}

TEST_CASE("every link in the documents leads somewhere", "[cli][docs]") {
  static const std::regex form("\\]\\(([^)#]*)(#([^)]*))?\\)");
  std::size_t links = 0;
  const std::map<fs::path, std::string> documents = all_documents();
  for (const auto& [file, text] : documents) {
    for (const std::string& prose : read_document(text).prose) {
      for (std::sregex_iterator link(prose.begin(), prose.end(), form), end; link != end; ++link) {
        INFO(file.filename().string() << ": " << link->str());
        if ((*link)[1].str().starts_with("http")) continue;
        const fs::path target =
            (*link)[1].str().empty() ? file : (file.parent_path() / (*link)[1].str()).lexically_normal();
        const auto known = documents.find(target);
        const bool is_there = known != documents.end() || fs::exists(target);
        CHECK(is_there);
        if ((*link)[3].matched && is_there)
          CHECK(has_heading(known != documents.end() ? known->second : read_file(target), (*link)[3].str()));
        ++links;
      }
    }
  }
  CHECK(links > 20);
}

/// Others' programs are built by a test of their own.
bool stands_in_consumer(const std::string& block) {
  const fs::directory_iterator files(source_folder() / "tests" / "consumer");
  return std::any_of(begin(files), end(files), [&](const fs::directory_entry& file) {
    return read_file(file.path()).find(block) != std::string::npos;
  });
}

TEST_CASE("every block of code in the documents does what it says", "[cli][docs]") {
  for (const auto& [file, text] : all_documents()) {
    const CommandFolder folder;
    fs::create_directory(folder.path() / "tests");
    fs::create_directory_symlink(folder.path() / "games", folder.path() / "tests" / "games");
    Document document = read_document(text);
    INFO(file.filename().string());
    REQUIRE(document.closed);
    for (Block& block : document.blocks) {
      INFO("the block in line " << block.line);
      if (block.kind == "console") {
        const Script script = read_script(block.text, ScriptShape::in_document);
        CHECK(script.mistake == "");
        if (script.mistake.empty()) block.text = perform(script, ScriptShape::in_document, folder.path());
      } else if (block.kind == "yaml") {
        try_yaml(block, folder.path());
      } else if (block.kind == "train") {
        try_train(block, folder.path());
      } else if (block.kind == "expression") {
        try_rows(block, "forbid: lay", "when", folder.path());
      } else if (block.kind == "effects") {
        try_rows(block, "after: lay", "do", folder.path());
      } else if (block.kind == "cpp" || block.kind == "cmake") {
        CHECK(stands_in_consumer(block.text));
      } else if (block.kind == "sh") {
        try_sh(block);
      } else {
        CHECK(block.kind == "text");
      }
    }
    if (file.parent_path().filename() == "doc")
      CHECK(put_together(document) == text);
    else
      CHECK(golden_difference(file, put_together(document)) == "");
  }
}

}  // namespace
TEST_CASE("every picture in the docs is shown there, and taken by the command that takes them",
          "[house][docs]") {
  const fs::path folder = source_folder() / "docs/pictures";
  const std::string shown = read_file(folder / "README.md");
  const std::string taken = read_file(source_folder() / "tests/browser/take_pictures.py");
  int pictures = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".png") continue;
    INFO(entry.path().filename().string());
    CHECK(shown.find("(" + entry.path().filename().string() + ")") != std::string::npos);
    CHECK(taken.find("\"" + entry.path().stem().string() + "\"") != std::string::npos);
    ++pictures;
  }
  CHECK(pictures == 12);
}

}  // namespace roundhouse::tests
