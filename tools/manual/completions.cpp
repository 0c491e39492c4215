#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "tools/manual/outline.h"

namespace roundhouse::cli {
namespace {

constexpr std::string_view made_by = "Made by the program from its own commands and flags: do not edit.";

/// The completion of a word or value, in the words of each shell.
struct Completed {
  std::string_view bash;  ///< as the script below calls it
  std::string_view zsh;
  std::string_view fish;  ///< empty: with nothing, or with the commands, which are known later
};

constexpr Completed no_completion{"nothing", " ", ""};
constexpr Completed command_completion{"command", "_roundhouse_commands", ""};
constexpr Completed variant_completion{
    "variant", "_roundhouse_variants",
    "(roundhouse shell-words variants 2>/dev/null; __fish_complete_suffix .yaml)"};

constexpr std::array<std::pair<std::string_view, Completed>, 10> completed_forms{
    {{"VARIANT", variant_completion},
     {"OTHER", variant_completion},
     {"FILE", variant_completion},
     {"RECORD", {"record", "_files -g \"*.train\"", "(__fish_complete_suffix .train)"}},
     {"SHARD", {"file", "_files", "(__fish_complete_path)"}},
     {"FOLDER", {"folder", "_files -/", "(__fish_complete_directories)"}},
     {"OPTION=VALUE", {"option", "_roundhouse_options", "(__roundhouse_options)"}},
     {"CODE", {"code", "_roundhouse_codes", "(roundhouse shell-words codes 2>/dev/null)"}},
     {"COMMAND", command_completion},
     {"PLAYER,...", {"players", "_roundhouse_players", "(__roundhouse_players)"}}}};

/// By the form that a word or value stands for.
const Completed& completed_by(const std::string& form) {
  for (const auto& [name, completed] : completed_forms)
    if (name == form) return completed;
  return no_completion;
}

std::string command_names(const ProgramOutline& program) {
  std::vector<std::string> names;
  for (const CommandOutline& command : program.commands) names.push_back(command.name);
  return dsl::joined(names, " ");
}

std::vector<std::string> names_of(const std::vector<FlagOutline>& flags) {
  std::vector<std::string> names;
  for (const FlagOutline& flag : flags) names.insert(names.end(), flag.names.begin(), flag.names.end());
  return names;
}

/// The flags behind which a value stands.
std::string valued(const CommandOutline& command) {
  std::vector<std::string> names;
  for (const FlagOutline& flag : command.flags)
    if (!flag.form.empty()) names.insert(names.end(), flag.names.begin(), flag.names.end());
  return dsl::joined(names, " ");
}

/// In single quotes of a shell.
std::string in_quotes(const std::string& text) { return "'" + dsl::replaced(text, "'", "'\\''") + "'"; }

// ---- bash

std::string bash_command(const CommandOutline& command) {
  std::vector<std::string> places;
  for (const WordOutline& word : command.words) places.emplace_back(completed_by(word.form).bash);
  const bool more = !command.words.empty() && command.words.back().repeated;
  std::string text =
      fmt::format("    {})\n      flags={}\n      valued={}\n      places=({})\n      more={}\n",
                  command.name, in_quotes(dsl::joined(names_of(command.flags), " ")),
                  in_quotes(valued(command)), dsl::joined(places, " "), more ? 1 : 0);
  return text + "      ;;\n";
}

std::string bash_values(const CommandOutline& command) {
  std::string text;
  for (const FlagOutline& flag : command.flags) {
    if (flag.form.empty()) continue;
    for (const std::string& name : flag.names) {
      if (!flag.choices.empty())
        text += fmt::format("    {}:{}) kind=choice choices={} ;;\n", command.name, name,
                            in_quotes(dsl::joined(flag.choices, " ")));
      else
        text += fmt::format("    {}:{}) kind={} ;;\n", command.name, name, completed_by(flag.form).bash);
    }
  }
  return text;
}

constexpr std::string_view bash_beginning = R"script(_roundhouse_files() {
  local IFS=$'\n'
  COMPREPLY+=($(compgen -d -- "$1") $(compgen -f -X "$2" -- "$1"))
  compopt -o filenames 2>/dev/null
}

_roundhouse() {
  local cur flag='' command variant='' kind='' choices='' flags='' valued='' more=0 place=0 i word
  local -a typed=() places=()
  COMPREPLY=()
  # To bash the = of --format=json or deal=12 is a word of its own.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if ((${#typed[@]} > 0)) && [[ $word == '=' || ${COMP_WORDS[i - 1]} == '=' ]]; then
      typed[${#typed[@]} - 1]+=$word
    else
      typed+=("$word")
    fi
  done
  cur=${typed[${#typed[@]} - 1]}
  command=${typed[0]}
)script";

constexpr std::string_view bash_ending = R"script(
  # What stands before: the variant whose options are asked for, how many words there are, a flag that awaits its value.
  for ((i = 1; i < ${#typed[@]} - 1; ++i)); do
    word=${typed[i]}
    if [[ -n $flag ]]; then
      [[ $flag == --rules ]] && variant=$word
      flag=''
    elif [[ $word == --rules=* ]]; then
      variant=${word#*=}
    elif [[ $word == -* && $word != - ]]; then
      [[ " $valued " == *" $word "* ]] && flag=$word
    else
      place=$((place + 1))
      [[ -n $variant ]] || variant=$word
    fi
  done
  if [[ -z $flag && $cur == --*=* ]]; then
    flag=${cur%%=*}
    cur=${cur#*=}
  fi
  if [[ -n $flag ]]; then
    _roundhouse_value "$command:$flag"
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
    return
  elif ((place < ${#places[@]})); then
    kind=${places[place]}
  elif ((more == 1)); then
    kind=${places[${#places[@]} - 1]}
  fi
  case $kind in
    choice) COMPREPLY=($(compgen -W "$choices" -- "$cur")) ;;
    command) COMPREPLY=($(compgen -W "$commands" -- "$cur")) ;;
    players)
      # A list: what stands before the last comma stays.
      local before=''
      [[ $cur == *,* ]] && before=${cur%,*},
      COMPREPLY=($(compgen -P "$before" -W "$("${COMP_WORDS[0]}" shell-words players 2>/dev/null)" -- "${cur##*,}"))
      compopt -o nospace 2>/dev/null
      ;;
    code) COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" shell-words codes 2>/dev/null)" -- "$cur")) ;;
    variant)
      COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" shell-words variants 2>/dev/null)" -- "$cur"))
      _roundhouse_files "$cur" '!*.yaml'
      ;;
    record) _roundhouse_files "$cur" '!*.train' ;;
    file) _roundhouse_files "$cur" '' ;;
    folder)
      local IFS=$'\n'
      COMPREPLY=($(compgen -d -- "$cur"))
      compopt -o filenames 2>/dev/null
      ;;
    option)
      # Behind the = stands what only the rules know.
      [[ $cur == *=* ]] && return
      variant=${variant#[\"\']}
      COMPREPLY=($(compgen -S = -W "$("${COMP_WORDS[0]}" shell-words options "${variant%% *}" 2>/dev/null)" -- "$cur"))
      compopt -o nospace 2>/dev/null
      ;;
  esac
}

complete -F _roundhouse roundhouse
)script";

// ---- zsh

/// Within the brackets of a specification.
std::string zsh_about(const std::string& text) {
  return dsl::replaced(
      dsl::replaced(dsl::replaced(dsl::replaced(text, "\\", "\\\\"), "[", "\\["), "]", "\\]"), ":", "\\:");
}

std::string zsh_flag(const FlagOutline& flag) {
  std::string text;
  for (const std::string& name : flag.names) {
    std::string spec = (flag.repeated ? "*" : "") + name;
    if (!flag.form.empty() && name.starts_with("--")) spec += "=";
    spec += "[" + zsh_about(flag.about) + "]";
    if (!flag.form.empty())
      spec += ":" + dsl::replaced(flag.form, "=", " ") + ":" +
              (flag.choices.empty() ? std::string(completed_by(flag.form).zsh)
                                    : "(" + dsl::joined(flag.choices, " ") + ")");
    text += " \\\n            " + in_quotes(spec);
  }
  return text;
}

std::string zsh_command(const CommandOutline& command) {
  std::string text = fmt::format("        {})\n          _arguments", command.name);
  for (const FlagOutline& flag : command.flags) text += zsh_flag(flag);
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const WordOutline& word = command.words[i];
    const std::string place = word.repeated   ? "*"
                              : word.required ? std::to_string(i + 1)
                                              : std::to_string(i + 1) + ":";
    text += " \\\n            " +
            in_quotes(fmt::format("{}:{}:{}", place, word.form, completed_by(word.form).zsh));
  }
  return text + "\n          ;;\n";
}

constexpr std::string_view zsh_beginning = R"script(_roundhouse_variants() {
  local -a names
  names=(${(f)"$(roundhouse shell-words variants 2>/dev/null)"})
  _alternative 'variants:bundled variant:compadd -a names' 'files:rule file:_files -g "*.yaml"'
}

_roundhouse_codes() {
  local -a names
  names=(${(f)"$(roundhouse shell-words codes 2>/dev/null)"})
  _wanted codes expl 'complaint or law' compadd -a names
}

_roundhouse_players() {
  local -a names
  names=(${(f)"$(roundhouse shell-words players 2>/dev/null)"})
  _values -s , 'player' $names
}

# Behind the = stands what only the rules know.
_roundhouse_options() {
  compset -P '*=' && return 1
  local -a names
  names=(${(f)"$(roundhouse shell-words options "${${(Q)${opt_args[--rules]:-$line[1]}}%% *}" 2>/dev/null)"})
  _wanted options expl 'option' compadd -q -S = -a names
}
)script";

// ---- fish

std::string fish_words(const std::string& form, const std::string& command_list) {
  const Completed& completed = completed_by(form);
  return completed.bash == command_completion.bash ? command_list : std::string(completed.fish);
}

std::string fish_quotes(const std::string& text) {
  return "'" + dsl::replaced(dsl::replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_flag(const std::string& condition, const FlagOutline& flag,
                      const std::string& command_list) {
  std::string text = "complete -c roundhouse -n " + fish_quotes(condition);
  for (const std::string& name : flag.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!flag.form.empty()) {
    const std::string words =
        flag.choices.empty() ? fish_words(flag.form, command_list) : dsl::joined(flag.choices, " ");
    text += " -x";
    if (!words.empty()) text += " -a " + fish_quotes(words);
  }
  return text + " -d " + fish_quotes(flag.about) + "\n";
}

constexpr std::string_view fish_beginning = R"script(function __roundhouse_begins
    test (count (commandline -opc)) -eq 1
end

function __roundhouse_is
    set -l typed (commandline -opc)
    test (count $typed) -ge 2; and test $typed[2] = $argv[1]
end

# A list: what stands before the last comma stays.
function __roundhouse_players
    set -l before (string replace -r '[^,]*$' '' -- (string replace -r '^--[a-z-]*=' '' -- (commandline -ct)))
    roundhouse shell-words players 2>/dev/null | string replace -r '^' -- "$before"
end

# Those of the variant behind --rules, or else of the first word that is no flag and no flag's value.
function __roundhouse_options
    set -l valued (__roundhouse_valued)
    set -l typed (commandline -opc)
    set -l variant
    set -l flag
    for word in $typed[3..-1]
        if test -n "$flag"
            test $flag = --rules; and set variant $word
            set flag
        else if string match -q -- '--rules=*' $word
            set variant (string replace -- '--rules=' '' $word)
        else if string match -q -- '-?*' $word
            contains -- $word $valued; and set flag $word
        else if test -z "$variant"
            set variant $word
        end
    end
    roundhouse shell-words options (string split ' ' -- "$variant")[1] 2>/dev/null | string replace -r '$' '='
end
)script";

}  // namespace

Page bash_completion(const ProgramOutline& program) {
  std::string text = fmt::format("# Completion of roundhouse in bash. {}\n\n", made_by);
  std::string values = "_roundhouse_value() {\n  case $1 in\n";
  for (const CommandOutline& command : program.commands) values += bash_values(command);
  text += values + "  esac\n}\n\n";
  text += bash_beginning;
  text += fmt::format("  local commands={}\n", in_quotes(command_names(program)));
  text += fmt::format(
      "  if ((${{#typed[@]}} == 1)); then\n    COMPREPLY=($(compgen -W \"$commands {}\" -- \"$cur\"))\n    "
      "return\n  fi\n",
      dsl::joined(names_of(program.flags), " "));
  text += "  case $command in\n";
  for (const CommandOutline& command : program.commands) text += bash_command(command);
  text += "  esac\n";
  text += bash_ending;
  return {"bash-completion/completions/roundhouse", text};
}

Page zsh_completion(const ProgramOutline& program) {
  std::string text = fmt::format("#compdef roundhouse\n# Completion of roundhouse in zsh. {}\n\n", made_by);
  text += zsh_beginning;
  text += "\n_roundhouse_commands() {\n  local -a commands\n  commands=(\n";
  for (const CommandOutline& command : program.commands)
    text += "    " + in_quotes(command.name + ":" + command.about) + "\n";
  text += "  )\n  _describe -t commands 'roundhouse command' commands\n}\n\n";
  text +=
      "_roundhouse() {\n  local curcontext=\"$curcontext\" state line expl\n  local -A opt_args\n  "
      "_arguments -C";
  for (const FlagOutline& flag : program.flags) text += zsh_flag(flag);
  text += " \\\n            '1:command:_roundhouse_commands' \\\n            '*::argument:->argument'\n";
  text += "  case $state in\n    argument)\n      case $words[1] in\n";
  for (const CommandOutline& command : program.commands) text += zsh_command(command);
  text += "      esac\n      ;;\n  esac\n}\n\n_roundhouse \"$@\"\n";
  return {"zsh/site-functions/_roundhouse", text};
}

Page fish_completion(const ProgramOutline& program) {
  const std::string commands = command_names(program);
  std::string text = fmt::format("# Completion of roundhouse in fish. {}\n\n", made_by);
  text += fish_beginning;
  std::vector<std::string> with_value;
  for (const CommandOutline& command : program.commands) {
    for (const FlagOutline& flag : command.flags) {
      for (const std::string& name : flag.names)
        if (!flag.form.empty() && !contains(with_value, name)) with_value.push_back(name);
    }
  }
  text += fmt::format("\nfunction __roundhouse_valued\n    string split ' ' -- {}\nend\n\n",
                      fish_quotes(dsl::joined(with_value, " ")));
  text += "complete -c roundhouse -f\n";
  for (const FlagOutline& flag : program.flags) text += fish_flag("__roundhouse_begins", flag, commands);
  for (const CommandOutline& command : program.commands)
    text += fmt::format("complete -c roundhouse -n __roundhouse_begins -a {} -d {}\n", command.name,
                        fish_quotes(command.about));
  for (const CommandOutline& command : program.commands) {
    const std::string condition = "__roundhouse_is " + command.name;
    for (const FlagOutline& flag : command.flags) text += fish_flag(condition, flag, commands);
    for (const WordOutline& word : command.words) {
      const std::string words = fish_words(word.form, commands);
      if (!words.empty())
        text +=
            fmt::format("complete -c roundhouse -n {} -a {}\n", fish_quotes(condition), fish_quotes(words));
    }
  }
  return {"fish/vendor_completions.d/roundhouse.fish", text};
}

}  // namespace roundhouse::cli
