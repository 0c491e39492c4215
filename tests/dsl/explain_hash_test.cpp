// A record's hash traced back to the option in which its rules differ from those at hand.

#include "dsl/check/explain_hash.h"

#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;

namespace {

std::string hash_with(const std::vector<dsl::OptionSetting>& settings) {
  return dsl::rules_hash(tests::bundled_rules("train", settings));
}

std::string behind(const std::string& hash) {
  return dsl::option_behind_hash(dsl::hashes_nearby(tests::bundled_rules("train")), hash)
      .change.value_or("none");
}

}  // namespace

TEST_CASE("one changed option is named by the hash of its rules", "[dsl]") {
  CHECK(behind(hash_with({{"double_blank", "50", {}}})) == "double_blank=50");
  CHECK(behind(hash_with({{"doubles", "free", {}}})) == "doubles=free");
  CHECK(behind(hash_with({{"deal", "{ 2..3: 15, 4: 14, 5..6: 11, 7..8: 10 }", {}}})) == "deal=11 for 5..6");
  CHECK(behind(hash_with({{"double_blank", "50", {}}}).substr(0, 8)) == "double_blank=50");
}

TEST_CASE("a hash that no single option explains is left unexplained", "[dsl]") {
  CHECK(behind(hash_with({{"double_blank", "50", {}}, {"doubles", "free", {}}})) == "none");
  CHECK(behind(std::string(64, '0')) == "none");
}
