#pragma once
// Synonyms and translations that authors use for keys, values and events, each with the word of the language.
// Whatever is proposed of it is tried first.

#include <array>
#include <string_view>

namespace roundhouse::dsl {

struct ForeignWord {
  std::string_view foreign, ours;
};

/// In small letters. The same word may stand for several keys: the first that is known where it stands.
constexpr std::array<ForeignWord, 75> foreign_keys = {{
    // English
    {"if", "when"},
    {"where", "when"},
    {"condition", "when"},
    {"while", "when"},
    {"then", "do"},
    {"effect", "do"},
    {"effects", "do"},
    {"action", "do"},
    {"does", "do"},
    {"text", "says"},
    {"message", "says"},
    {"sentence", "says"},
    {"description", "says"},
    {"because", "says"},
    {"label", "shown"},
    {"rule", "id"},
    {"name", "id"},
    {"title", "name"},
    {"deny", "forbid"},
    {"disallow", "forbid"},
    {"prohibit", "forbid"},
    {"allow", "permit"},
    {"exception", "except"},
    {"unless", "except"},
    {"warn", "advise"},
    {"on", "after"},
    {"event", "after"},
    {"question", "ask"},
    {"value", "default"},
    {"values", "choose"},
    {"choices", "choose"},
    {"options", "choose"},
    {"settings", "options"},
    {"version", "roundhouse"},
    {"base", "extends"},
    {"parent", "extends"},
    {"inherits", "extends"},
    {"from", "extends"},
    {"include", "extends"},
    {"delete", "remove"},
    {"without", "remove"},
    {"type", "is"},
    // German
    {"regeln", "rules"},
    {"regel", "rules"},
    {"optionen", "options"},
    {"spieler", "players"},
    {"runden", "rounds"},
    {"wenn", "when"},
    {"falls", "when"},
    {"dann", "then"},
    {"sagt", "says"},
    {"satz", "says"},
    {"verbiete", "forbid"},
    {"verboten", "forbid"},
    {"erlaube", "permit"},
    {"erlaubt", "permit"},
    {"nach", "after"},
    {"frage", "ask"},
    {"erweitert", "extends"},
    // French
    {"regles", "rules"},
    {"joueurs", "players"},
    {"nom", "name"},
    {"si", "when"},
    {"alors", "then"},
    {"apres", "after"},
    // Spanish
    {"reglas", "rules"},
    {"opciones", "options"},
    {"jugadores", "players"},
    {"nombre", "name"},
    {"cuando", "when"},
    {"entonces", "then"},
    // Dutch
    {"regels", "rules"},
    {"opties", "options"},
    {"spelers", "players"},
    {"als", "when"},
}};

/// In small letters. What YAML takes for a truth value itself has a complaint of its own.
constexpr std::array<ForeignWord, 24> foreign_truths = {{
    {"ja", "true"},      {"nein", "false"},     {"wahr", "true"},      {"falsch", "false"},
    {"oui", "true"},     {"non", "false"},      {"vrai", "true"},      {"faux", "false"},
    {"si", "true"},      {"verdadero", "true"}, {"falso", "false"},    {"nee", "false"},
    {"waar", "true"},    {"onwaar", "false"},   {"always", "true"},    {"never", "false"},
    {"allowed", "true"}, {"t", "true"},         {"f", "false"},        {"1", "true"},
    {"0", "false"},      {"enabled", "true"},   {"disabled", "false"}, {"s\u00ED", "true"},
}};

/// Names that players give to events, each with the event.
constexpr std::array<ForeignWord, 10> foreign_events = {{
    {"pass", "done"},
    {"passing", "done"},
    {"skip", "done"},
    {"turn", "done"},
    {"turn-ends", "done"},
    {"play", "lay"},
    {"playing", "lay"},
    {"round-begins", "deal"},
    {"round-ends", "ending"},
    {"end", "ending"},
}};

/// Names that players give to somebody or something, with the expression for it. Their place decides which of
/// them can be meant.
constexpr std::array<ForeignWord, 13> foreign_values = {{
    {"youngest", "best(p in players of 0 - p.age)"},
    {"oldest", "best(p in players of p.age)"},
    {"eldest", "best(p in players of p.age)"},
    {"most", "0 - me.total"},
    {"highest", "0 - me.total"},
    {"fewest", "me.total"},
    {"least", "me.total"},
    {"lowest", "me.total"},
    {"winner", "round.winner"},
    {"first", "round.first"},
    {"leader", "best(p in players of 0 - p.total)"},
    {"loser", "best(p in players of p.total)"},
    {"last", "match.last_out"},
}};

}  // namespace roundhouse::dsl
