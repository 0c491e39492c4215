#!/usr/bin/env fish
# complete.fish FILE LINE: what fish offers at the end of the line when FILE is its completion of roundhouse (empty: the one
# that is installed), one a line.
test -z "$argv[1]"; or source $argv[1]
complete -C $argv[2] | string replace -r '\t.*' '' | sort
