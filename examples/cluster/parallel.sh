#!/bin/sh
# GNU parallel: a validation as shards, several at once, then merged. Shards count from 1, as seq does.
#
#   ./parallel.sh                    on this machine
#   HOSTS=hosts.txt ./parallel.sh    on the hosts listed in hosts.txt, one ssh name a line; all see this folder
#
# Further arguments are options of kerf validate. Without GNU parallel, xargs does the same on this machine.
set -eu

: "${SHARDS:=16}" "${BONE:=skull.ply}" "${TOOL:=saw.stl}" "${POSES:=10000}" "${RUN:=validation}"
# Shards at once on a machine, and threads per shard: their product is the machine's number of processors.
: "${JOBS:=1}" "${WORKERS:=8}"

set -- kerf validate --bone "$BONE" --tool "$TOOL" --random "$POSES" --workers "$WORKERS" "$@" \
  --shard "{}/$SHARDS" --out "$RUN/shards/{}"

# If a shard fails, kerf merge says which, and how to run it again.
if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
  seq "$SHARDS" | parallel --quote --jobs "$JOBS" ${HOSTS:+--sshloginfile "$HOSTS" --workdir "$PWD"} "$@" || true
else
  seq "$SHARDS" | xargs -P "$JOBS" -I '{}' "$@" || true
fi
exec kerf merge "$RUN"/shards/* --out "$RUN"
