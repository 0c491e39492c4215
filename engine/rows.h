#pragma once
// One row judged against one moment: the same for the list of legal acts and for the verdict on an act.
// Internal to the engine.

#include "engine/evaluate.h"
#include "engine/flow.h"

namespace roundhouse::engine {

enum class RowState : std::uint8_t {
  does_not_stand,  ///< its condition does not hold, or an exception does
  stands,          ///< it holds and nothing can lift it
  open,            ///< that depends on what is not known yet
};

struct OpenRow {
  const dsl::ForbidRow* row = nullptr;
  bool holds = false;  ///< its own condition has been found true, and all exceptions of that depth false
};

/// Judges a row as far as that is possible when everything up to `reach` is known.
RowState judge(const Rules& program, const Position& position, const Moment& moment, const OpenRow& open,
               dsl::Level reach);

/// Judges it and keeps it in `list` if it stays open; false: it stands.
template <class List>
bool keep_open(const Rules& program, const Position& position, const Moment& moment, const OpenRow& open,
               dsl::Level reach, List& list);

/// True if the row holds, everything being known.
inline bool stands(const Rules& program, const Position& position, const Moment& moment,
                   const dsl::ForbidRow& row) {
  return judge(program, position, moment, {&row, false}, dsl::Level::tile_end) == RowState::stands;
}

/// True if some permit holds. Asked only of acts that need one.
bool is_permitted(const Rules& program, const Position& position, const Moment& moment,
                  const dsl::ActRules& rules);

/// True if no forbid stands and, where one is needed, some permit holds.
bool is_allowed(const Rules& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules);

template <class List>
bool keep_open(const Rules& program, const Position& position, const Moment& moment, const OpenRow& open,
               dsl::Level reach, List& list) {
  switch (judge(program, position, moment, open, reach)) {
    case RowState::does_not_stand:
      return true;
    case RowState::stands:
      return false;
    case RowState::open:
      list.push_back({open.row, open.holds || is_within(open.row->level, reach)});
      return true;
  }
  return true;
}

}  // namespace roundhouse::engine
