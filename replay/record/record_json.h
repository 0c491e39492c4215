#pragma once
// The lossless twin of train notation in JSON lines: the header first, then an object a line of the record,
// or an object an act for turn lines (they share `turn`, the number of their line in its round).

#include <string>
#include <string_view>

#include "dsl/base/diagnostic.h"
#include "replay/record/read_record.h"

namespace roundhouse::replay {

std::string write_record_json(const Record& record);

/// Strict: unknown fields and values of the wrong kind are complaints, each at its line.
/// `program_of`: as for read_record.
dsl::Checked<Record> read_record_json(dsl::FileId file, std::string_view text,
                                      const ProgramOf& program_of = {});

}  // namespace roundhouse::replay
