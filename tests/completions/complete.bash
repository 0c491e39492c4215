#!/usr/bin/env bash
# complete.bash FILE LINE: what bash offers at the end of the line when FILE is its completion of roundhouse, one a line.
source "$1"
spaced=${2//=/ = }
read -r -a COMP_WORDS <<<"$spaced"
# A word begins behind a space, and behind the = itself.
[[ $2 != *[\ =] || $2 == *= ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
COMP_LINE=$2
COMP_POINT=${#2}
_roundhouse
((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}" | sort
