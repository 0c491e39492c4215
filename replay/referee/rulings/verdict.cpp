#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

Ruling::Ruling() = default;
Ruling::~Ruling() = default;
Ruling::Ruling(const Ruling&) = default;
Ruling::Ruling(Ruling&&) noexcept = default;
Ruling& Ruling::operator=(const Ruling&) = default;
Ruling& Ruling::operator=(Ruling&&) noexcept = default;

}  // namespace roundhouse::replay
