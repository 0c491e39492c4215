#!/usr/bin/env bash
# try_package.sh PACKAGE [FOLDER]: installs the Debian package in a fresh Debian below FOLDER, with nothing of this machine but
# the records, and does there what a new user does. `./dev package --try` calls it; it needs root and the network. The folder
# is removed at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

package=$(realpath "$1")
root=${2:-$(mktemp -d /tmp/roundhouse-package.XXXXXX)}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
release=${DEBIAN_RELEASE:-bookworm}
began=$SECONDS

fail() {
  printf 'try_package: %s\n' "$*" >&2
  exit 1
}

[[ $EUID -eq 0 ]] || fail 'a fresh root is made by root alone'
[[ $root == /*/* ]] || fail "'$root' is no folder for that"

finish() {
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  ! mountpoint -q "$root/dev/pts" || umount "$root/dev/pts"
  rm -rf --one-file-system "$root"
}
trap finish EXIT

# inside COMMAND...: in the fresh root, with nothing of our environment, as somebody without rights.
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/home/ann LANG=C.UTF-8 TERM=dumb \
  setpriv --reuid=1000 --regid=1000 --clear-groups bash -c "cd && $*"; }
# The same by root.
by_root() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive "$@"; }

# expect STATUS TEXT COMMAND: the status it has to have, and what has to stand in its output.
expect() {
  local status=0 output
  output=$(inside "$3" 2>&1) || status=$?
  [[ $status -eq $1 ]] || fail "status $status where $1 was expected: $3"$'\n'"$output"
  [[ $output == *"$2"* ]] || fail "'$2' is not in what this prints: $3"$'\n'"$output"
  printf 'ok: %s\n' "$3"
}

# Others than root go through it, too.
mkdir -p "$root"
chmod 755 "$root"
printf 'a fresh %s in %s\n' "$release" "$root"
debootstrap --variant=minbase "$release" "$root" "$mirror" >"$root.log" 2>&1 || {
  tail -n 20 "$root.log" >&2
  fail 'debootstrap failed'
}
rm -f "$root.log"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts"
mount -t devpts devpts "$root/dev/pts"
printf 'made in %d seconds\n' $((SECONDS - began))

# 1. Installed with what it depends on, and nothing else.
cp "$package" "$root/tmp/"
by_root apt-get -q update >/dev/null 2>&1
before=$(by_root dpkg-query -f '.\n' -W | wc -l)
step=$SECONDS
by_root apt-get -q -y install --no-install-recommends "/tmp/$(basename "$package")" >/dev/null 2>&1 ||
  fail 'the package cannot be installed'
printf 'installed in %d seconds, with %d other packages\n' $((SECONDS - step)) \
  $(($(by_root dpkg-query -f '.\n' -W | wc -l) - before - 1))

# 2. The commands of `./dev demo`.
by_root useradd -m -u 1000 ann
cp tests/games/dual/worked-example.train tests/games/dual/spoiled-example.train "$root/home/ann/"
cp tests/completions/complete.* "$root/tmp/"
expect 0 ': legal' 'roundhouse validate worked-example.train'
expect 0 'boneyard' 'roundhouse replay worked-example.train'
expect 1 'error[bay-first]' 'roundhouse validate spoiled-example.train'
expect 0 'engine' 'roundhouse replay spoiled-example.train --at 9.9'
expect 0 'Doubles' 'roundhouse rulebook dual'
expect 0 'The common train game' 'roundhouse list'
expect 0 'To mend it' 'roundhouse explain yaml-tab'

# 3. Manual pages and completions, by the programs that show them.
by_root apt-get -q -y install --no-install-recommends man-db bash-completion zsh fish >/dev/null 2>&1 ||
  fail 'the shells cannot be installed'
expect 0 'Referees, replays and scores games' 'man roundhouse | tr -s "[:space:]" " "'
for page in $(inside 'roundhouse --help' | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p') help; do
  expect 0 "roundhouse-$page - " "man roundhouse-$page | tr -s \"[:space:]\" \" \""
done
expect 0 '' 'test -z "$(man --warnings roundhouse 2>&1 >/dev/null)"'
expect 0 'rulebook' 'whatis roundhouse-rulebook || apropos rulebook || man -f roundhouse-rulebook'
expect 0 'complete -F _roundhouse roundhouse' \
  'bash -c "source /usr/share/bash-completion/bash_completion; _completion_loader roundhouse; complete -p roundhouse"'
expect 0 'doubles_in_a_row=' \
  'bash /tmp/complete.bash /usr/share/bash-completion/completions/roundhouse "roundhouse rulebook dual --set doubles_i"'
expect 0 'roundhouse rulebook tanglewood' 'zsh -f /tmp/complete.zsh "" "roundhouse rulebook tang"'
expect 0 'roundhouse validate --any-rules' 'zsh -f /tmp/complete.zsh "" "roundhouse validate --any"'
expect 0 'spoiled-example.train' 'fish /tmp/complete.fish "" "roundhouse validate spoi"'
expect 0 '--any-rules' 'fish /tmp/complete.fish "" "roundhouse validate --any"'

# 4. Removed, it leaves nothing behind.
by_root apt-get -q -y purge roundhouse >/dev/null 2>&1 || fail 'the package cannot be removed'
left=$(find "$root/usr" "$root/etc" "$root/var/lib/dpkg/info" -name '*roundhouse*')
[[ -z $left ]] || fail "this was left behind: $left"

printf 'The package works in a fresh %s. All of it took %d seconds.\n' "$release" $((SECONDS - began))
