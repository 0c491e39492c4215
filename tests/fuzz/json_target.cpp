// The twin of a record in JSON lines: read, written, read again, the same as its text.

#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/trouble.h"

namespace roundhouse::tests {
namespace {

using replay::Record;

std::string trouble_with_json(std::string_view text) {
  const dsl::Checked<Record> read = replay::read_record_json({}, text);
  std::string trouble = trouble_with_complaints(read.diagnostics, {}, text.size());
  if (!trouble.empty()) return trouble;
  const std::string json = replay::write_record_json(read.value);
  if (!read.ok()) return {};
  const dsl::Checked<Record> again = replay::read_record_json({}, json);
  if (!again.ok())
    return "what is written cannot be read: " + again.diagnostics.front().message + "\n" + json;
  if (again.value != read.value) return "what is written is another record\n" + json;
  const std::string plain = replay::write_record(read.value);
  const dsl::Checked<Record> as_text = replay::read_record({}, plain);
  if (!as_text.ok()) return "its text cannot be read: " + as_text.diagnostics.front().message + "\n" + plain;
  if (as_text.value != read.value) return "its text is another record\n" + plain;
  return {};
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts = texts_under("tests/hostile/records", {".jsonl"}, json_target.longest);
  for (const std::string& text : record_target.seeds()) {
    const dsl::Checked<Record> read = replay::read_record({}, text);
    if (read.ok()) texts.push_back(replay::write_record_json(read.value));
  }
  return texts;
}

}  // namespace

const FuzzTarget json_target{"json", trouble_with_json, alter_json_lines, seeds, 8192};

}  // namespace roundhouse::tests
