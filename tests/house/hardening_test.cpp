// The program as it is built for use has the protections of cmake/hardening.cmake. Read from the file itself,
// so that a flag that is lost on the way to the compiler or the linker is noticed.

#ifdef ROUNDHOUSE_HARDENED

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

/// The words to the loader in a program of 64 bits.
class LoadedElf {
 public:
  explicit LoadedElf(std::string bytes) : bytes_(std::move(bytes)), header_(at<Elf64_Ehdr>(0)) {
    for (int i = 0; i < header_.e_phnum; ++i)
      segments_.push_back(at<Elf64_Phdr>(header_.e_phoff + std::size_t(i) * header_.e_phentsize));
    for (const Elf64_Phdr& segment : segments_)
      if (segment.p_type == PT_DYNAMIC)
        for (std::size_t place = segment.p_offset; at<Elf64_Dyn>(place).d_tag != DT_NULL;
             place += sizeof(Elf64_Dyn))
          dynamic_.push_back(at<Elf64_Dyn>(place));
    read_wanted();
  }

  bool is_elf() const { return bytes_.starts_with(ELFMAG) && bytes_[EI_CLASS] == ELFCLASS64; }
  Elf64_Half type() const { return header_.e_type; }
  bool has_segment(Elf64_Word type, Elf64_Word forbidden = 0) const {
    return std::any_of(segments_.begin(), segments_.end(), [&](const Elf64_Phdr& segment) {
      return segment.p_type == type && (segment.p_flags & forbidden) == 0;
    });
  }
  bool has_flag(Elf64_Sxword tag, Elf64_Xword flag) const {
    return std::any_of(dynamic_.begin(), dynamic_.end(), [&](const Elf64_Dyn& entry) {
      return entry.d_tag == tag && (entry.d_un.d_val & flag) != 0;
    });
  }
  /// Names that are looked for in shared libraries.
  const std::set<std::string>& wanted() const { return wanted_; }

 private:
  template <typename T>
  T at(std::size_t offset) const {
    T value{};
    REQUIRE(offset + sizeof value <= bytes_.size());
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  void read_wanted() {
    for (int i = 0; i < header_.e_shnum; ++i) {
      const auto section = at<Elf64_Shdr>(header_.e_shoff + std::size_t(i) * header_.e_shentsize);
      if (section.sh_type != SHT_DYNSYM) continue;
      const auto names = at<Elf64_Shdr>(header_.e_shoff + std::size_t(section.sh_link) * header_.e_shentsize);
      for (std::size_t place = 0; place < section.sh_size; place += sizeof(Elf64_Sym)) {
        const auto symbol = at<Elf64_Sym>(section.sh_offset + place);
        if (symbol.st_shndx == SHN_UNDEF) wanted_.insert(bytes_.c_str() + names.sh_offset + symbol.st_name);
      }
    }
  }

  std::string bytes_;
  Elf64_Ehdr header_;
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Dyn> dynamic_;
  std::set<std::string> wanted_;
};

}  // namespace

TEST_CASE("the program is built with the protections that a reader of strangers' files should have",
          "[cli]") {
  const LoadedElf program(read_file(program_path()));
  REQUIRE(program.is_elf());

  // It may lie anywhere in memory, and no memory of it is both written to and run.
  CHECK(program.type() == ET_DYN);
  CHECK(program.has_flag(DT_FLAGS_1, DF_1_PIE));
  CHECK(program.has_segment(PT_GNU_STACK, PF_X));
  // All that the linker has to fill in is filled in at the start, and read-only from then on.
  CHECK(program.has_segment(PT_GNU_RELRO));
  CHECK((program.has_flag(DT_FLAGS, DF_BIND_NOW) || program.has_flag(DT_FLAGS_1, DF_1_NOW)));
  // The functions that the checks call where something is wrong.
  CHECK(program.wanted().contains("__stack_chk_fail"));
  CHECK(program.wanted().contains("_ZSt21__glibcxx_assert_failPKciS0_S0_"));
#ifdef NDEBUG
  CHECK(program.wanted().contains("__memcpy_chk"));
#endif
}

}  // namespace roundhouse::tests

#endif
