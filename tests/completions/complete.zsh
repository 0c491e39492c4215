#!/usr/bin/env zsh
# complete.zsh FOLDER LINE: the line as it stands in a zsh after the tab key, when FOLDER has its completion of roundhouse
# (empty: the one that is installed).
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; unsetopt beep; setopt no_list_beep; TERM=dumb"
[[ -z $1 ]] || zpty -w shell "fpath=(${(q)1} \$fpath)"
zpty -w shell 'autoload -Uz compinit; compinit -u -D'
zpty -w shell 'show-line() { print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N show-line; bindkey "^G" show-line'
zpty -w shell 'print -r -- rea""dy'
local piece all
while zpty -r -t shell piece || [[ $all != *$'\nready'* ]]; do
  all+=$piece
  [[ $all == *ready* ]] && break
  sleep 0.02
done
zpty -w -n shell "$2"$'\t'$'\a'
all=
repeat 400; do
  while zpty -r -t shell piece; do all+=$piece; done
  [[ $all == *'<<'*'>>'* ]] && break
  sleep 0.02
done
zpty -d shell
all=${all##*<<}
print -r -- "${all%%>>*}"
