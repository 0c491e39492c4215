// print_pages FOLDER: the pages of words, checks and recipes. The build calls it.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "tests/support/printed_pages.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    for (const auto& [name, text] : roundhouse::tests::printed_pages()) {
      std::ofstream file(folder / name, std::ios::binary);
      file << text;
      if (!file.flush()) return 3;
    }
  } catch (const std::exception& trouble) {
    std::fprintf(stderr, "print_pages: %s\n", trouble.what());
    return 3;
  }
  return 0;
}
