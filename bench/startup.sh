#!/usr/bin/env bash
# How long a command takes to start, against a bare "hello world" on the same Java, in the same run,
# one after the other. Prints medians and their ratio.
#   bench/startup.sh [ROUNDS] [AGENTS-ARGUMENT...]      default: 20 rounds of "version"
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
java_home=$("$here/../agents" info --format yaml | sed -n 's/^ *java_home: "\(.*\)"$/\1/p')
exec "$java_home/bin/java" "$here/Startup.java" "$here/../agents" "$@"
