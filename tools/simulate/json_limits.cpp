#include "tools/simulate/json_limits.h"

#include <nlohmann/json.hpp>
#include <string>

namespace roundhouse::engine {
namespace {

/// Counts what the parser meets and keeps nothing of it.
class Counter : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Counter(const JsonLimits& limits) : limits_(limits) {}

  bool passed() const { return passed_; }

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(std::int64_t) override { return count(); }
  bool number_unsigned(std::uint64_t) override { return count(); }
  bool number_float(double, const std::string&) override { return count(); }
  bool string(std::string&) override { return count(); }
  bool binary(nlohmann::json::binary_t&) override { return count(); }
  bool key(std::string&) override { return count(); }
  bool start_object(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool count() {
    passed_ = passed_ || ++values_ > limits_.values;
    return !passed_;
  }
  bool enter() {
    passed_ = passed_ || ++depth_ > limits_.depth;
    return count();
  }
  bool leave() {
    --depth_;
    return true;
  }

  const JsonLimits& limits_;
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
  bool passed_ = false;
};

}  // namespace

bool is_within_limits(std::string_view text, const JsonLimits& limits) {
  Counter counter(limits);
  (void)nlohmann::json::sax_parse(text.begin(), text.end(), &counter);
  return !counter.passed();
}

}  // namespace roundhouse::engine
