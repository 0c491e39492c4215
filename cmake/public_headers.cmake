# The public door: these headers are installed, as <roundhouse/...>, and no others. docs/library.md says which of them are
# meant to be included and what may be relied on; the rest is what those include. A test holds the list to that.
set(roundhouse_public_headers
  dsl/base/citation.h
  dsl/base/diagnostic.h
  dsl/base/source.h
  dsl/base/text_file.h
  dsl/check/check.h
  dsl/check/checked_rules.h
  dsl/check/variant_files.h
  dsl/program.h
  dsl/rulebook/book.h
  dsl/sources/document.h
  dsl/syntax/allow_comments.h
  dsl/vocabulary/acts.h
  dsl/vocabulary/aspects.h
  dsl/vocabulary/keys.h
  dsl/vocabulary/limits.h
  dsl/vocabulary/operators.h
  dsl/vocabulary/settings.h
  dsl/vocabulary/types.h
  dsl/vocabulary/vocabulary.h
  dsl/vocabulary/words.h
  engine/act.h
  engine/bits.h
  engine/dealer.h
  engine/fast/code.h
  engine/fast/fields.h
  engine/fold.h
  engine/known/parts.h
  engine/play.h
  engine/player.h
  engine/position.h
  engine/random.h
  engine/rules.h
  engine/tiles.h
  replay/fold/record_from_acts.h
  replay/record/lines.h
  replay/record/read_record.h
  replay/record/record.h
  replay/record/round_terms.h
  replay/record/write_record.h
  replay/referee/judge/referee.h
  replay/referee/large/judge_large.h
  replay/referee/rulings/verdict.h
  replay/views/verdict_json.h
  replay/views/verdict_text.h
  tools/lint/lint.h
)

# Copies in which headers include each other by the names that they have outside.
set(roundhouse_public_folder ${PROJECT_BINARY_DIR}/include)
list(TRANSFORM roundhouse_public_headers PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE public_sources)
add_custom_command(OUTPUT ${roundhouse_public_folder}/copied
  COMMAND ${CMAKE_COMMAND} -DFROM=${PROJECT_SOURCE_DIR} -DTO=${roundhouse_public_folder}/roundhouse
    "-DHEADERS=${roundhouse_public_headers}" -P ${CMAKE_CURRENT_LIST_DIR}/copy_public_headers.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${roundhouse_public_folder}/copied
  DEPENDS ${public_sources} ${CMAKE_CURRENT_LIST_DIR}/copy_public_headers.cmake
  VERBATIM)
add_custom_target(roundhouse_public_headers ALL DEPENDS ${roundhouse_public_folder}/copied)
