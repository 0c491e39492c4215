#include "dsl/vocabulary/keys.h"

namespace roundhouse::dsl {

bool is_expression(KeyForm form) {
  switch (form) {
    case KeyForm::expression:
    case KeyForm::condition:
    case KeyForm::ladder:
    case KeyForm::worded:
    case KeyForm::worded_list:
    case KeyForm::redeal:
    case KeyForm::effects:
    case KeyForm::fact_value:
      return true;
    case KeyForm::version:
    case KeyForm::text:
    case KeyForm::says:
    case KeyForm::label:
    case KeyForm::parent:
    case KeyForm::map:
    case KeyForm::entries:
    case KeyForm::rows:
    case KeyForm::acts:
    case KeyForm::events:
    case KeyForm::rule_ids:
    case KeyForm::row_id:
    case KeyForm::word:
    case KeyForm::word_list:
    case KeyForm::choices:
    case KeyForm::setting:
    case KeyForm::range:
    case KeyForm::chance:
    case KeyForm::sections:
    case KeyForm::sentences:
    case KeyForm::carries:
    case KeyForm::sources:
      return false;
  }
  return false;
}

bool is_expression(const Standing& standing) { return standing.form && is_expression(*standing.form); }

Standing whole_file() { return {{}, KeyMap::file, {}, nullptr}; }

Standing under_key(const Standing& parent, std::string_view key) {
  if (parent.entries) {
    Standing entry{{}, parent.entries, {}, nullptr};
    if (parent.entries == KeyMap::word) entry.form = KeyForm::expression;
    if (parent.entries == KeyMap::option) entry.form = KeyForm::setting;
    return entry;
  }
  if (parent.form == KeyForm::sentences) return {KeyForm::says, {}, {}, nullptr};
  if (parent.form == KeyForm::carries) return {KeyForm::rule_ids, {}, {}, nullptr};
  if (parent.form == KeyForm::sources || parent.form == KeyForm::choices)
    return {KeyForm::text, {}, {}, nullptr};
  std::optional<KeyMap> in = parent.map;
  // A map where a value may stand: the value with its sentence, or what belongs to dealing again.
  if (!in && parent.form && is_expression(*parent.form)) in = KeyMap::value;
  if (parent.form == KeyForm::redeal && find_key(KeyMap::redeal, key) != nullptr) in = KeyMap::redeal;
  if (!in) return {};
  const KeyRow* row = find_key(*in, key);
  if (row == nullptr && in == KeyMap::option) row = find_key(KeyMap::also, key);
  if (row == nullptr) return {};
  Standing standing{row->form, {}, {}, row};
  if (row->form == KeyForm::map) standing.map = row->inner;
  if (row->form == KeyForm::entries) standing.entries = row->inner;
  // The value of a map with `is` is what the key above would hold.
  if (in == KeyMap::value && row->form == KeyForm::worded && parent.form) {
    standing.form = parent.form;
    standing.row = parent.row;
  }
  return standing;
}

Standing item_of(const Standing& list) {
  if (!list.form) return {};
  switch (*list.form) {
    case KeyForm::rows:
      return {{}, list.row == nullptr ? KeyMap::rule : list.row->inner, {}, nullptr};
    case KeyForm::says:
      return {KeyForm::text, KeyMap::saying_step, {}, nullptr};
    case KeyForm::ladder:
      return {KeyForm::expression, KeyMap::step, {}, nullptr};
    case KeyForm::worded:
    case KeyForm::worded_list:
    case KeyForm::redeal:
      return {KeyForm::expression, KeyMap::worded_step, {}, nullptr};
    case KeyForm::acts:
    case KeyForm::events:
    case KeyForm::rule_ids:
    case KeyForm::word_list:
    case KeyForm::sections:
      return {list.form, {}, {}, list.row};
    case KeyForm::version:
    case KeyForm::text:
    case KeyForm::label:
    case KeyForm::parent:
    case KeyForm::map:
    case KeyForm::entries:
    case KeyForm::row_id:
    case KeyForm::word:
    case KeyForm::choices:
    case KeyForm::setting:
    case KeyForm::range:
    case KeyForm::chance:
    case KeyForm::fact_value:
    case KeyForm::expression:
    case KeyForm::condition:
    case KeyForm::effects:
    case KeyForm::sentences:
    case KeyForm::carries:
    case KeyForm::sources:
      break;
  }
  return {};
}

}  // namespace roundhouse::dsl
