#!/usr/bin/env bash
# Records docs/run.svg, the picture of the README: a real run in a small repository, typed into a terminal of 80 columns.
# Needs tmux, and any Java from 17 on in the path. Run it from anywhere when what a run prints has changed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
socket=agents-picture-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

mkdir "$work/shop" "$work/bin" && cd "$work/shop"
ln -s "$root/agents" "$work/bin/agents"
git init -q -b main . && git config user.name Ada && git config user.email ada@example.org && git config color.ui false
printf 'price() {\n  echo $(( $1 * 100 ))\n}\n' >price.sh
printf '. ./price.sh\n[ "$(price 3)" = 3 ]\n' >test.sh
git add . && git commit -qm 'A shop'
export CLEVERAGENTS_HOME=$work/home
"$work/bin/agents" version >/dev/null

screen() { tmux -L "$socket" capture-pane -e -p -S - -t run; }
await() {
  for _ in $(seq 600); do
    if screen | grep -q -- "$1"; then return; fi
    sleep 0.1
  done
  echo "picture: no '$1' on the screen:" >&2
  screen >&2
  exit 1
}

tmux -L "$socket" -f /dev/null new-session -d -s run -x 80 -y 50 \
  "cd '$work/shop' && PATH='$work/bin':\$PATH PS1='$ ' GIT_PAGER=cat TERM=xterm-256color exec bash --noprofile --norc"
await '[$]'
type() { tmux -L "$socket" send-keys -t run -l "$1"; tmux -L "$socket" send-keys -t run Enter; }
type "agents run 'make the test pass' --exec \"sed -i 's/ \\* 100//' price.sh\" --check 'sh test.sh'"
await 'y/N'
type y
await '^[^?]*applied[^?]*$'
type 'git log --oneline --stat -1'
await '^[0-9a-f]\{7\} '
await 'insertion'
screen | java "$root/build/Picture.java" >"$work/run.svg"
mv "$work/run.svg" "$root/docs/run.svg"
echo "wrote docs/run.svg" >&2
