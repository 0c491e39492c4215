// The main program of a fuzzer is libFuzzer's. Here is what it calls, for the one target that is named when
// this file is compiled. `--seeds FOLDER` writes the texts to begin with and the dictionary, and ends.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"

extern "C" {
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
int LLVMFuzzerInitialize(int* count, char*** words);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned int seed);
}

namespace {

using namespace roundhouse;

const tests::FuzzTarget& target = tests::ROUNDHOUSE_FUZZ_TARGET;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
}

/// As libFuzzer reads it: a word in quotes on each line.
std::string dictionary() {
  std::set<std::string> lines;
  for (const std::string& word : tests::all_written_words()) {
    std::string line = "\"";
    for (const char c : word) {
      char code[5];
      std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(c));
      const bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
      line += plain ? std::string(1, c) : std::string(code);
    }
    lines.insert(line + "\"\n");
  }
  std::string all;
  for (const std::string& line : lines) all += line;
  return all;
}

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder / "seeds");
  int number = 0;
  for (const std::string& text : target.seeds()) {
    char name[16];
    std::snprintf(name, sizeof name, "%04d", number++);
    if (text.size() <= target.longest) write(folder / "seeds" / name, text);
  }
  write(folder / "words.dict", dictionary());
}

}  // namespace

int LLVMFuzzerInitialize(int* count, char*** words) {
  if (*count == 3 && std::string_view((*words)[1]) == "--seeds") {
    write_seeds((*words)[2]);
    std::printf("%zu\n", target.longest);
    std::exit(0);
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string trouble = target.trouble_with(text_of(data, size));
  if (trouble.empty()) return 0;
  std::fprintf(stderr, "TROUBLE %s\n", trouble.c_str());
  std::abort();
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned int seed) {
  Chance chance(seed);
  if (target.alter == nullptr || chance.percent(25)) return LLVMFuzzerMutate(data, size, most);
  std::string text(text_of(data, size));
  target.alter(text, chance);
  if (text.size() > most) text.resize(most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
