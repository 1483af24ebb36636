#!/bin/sh
# Fails unless dependencies.txt names the newest version in vendor of each library, and only that is there.
sed '/^#/d' dependencies.txt | while read -r name version; do
  newest=$(ls vendor | sed -n "s/^$name-\(.*\)\.sh$/\1/p" | sort -t. -k1,1n -k2,2n | tail -n 1)
  [ "$version" = "$newest" ] || { echo "$name $version is used, $newest is there"; exit 1; }
  [ "$(ls vendor | grep -c "^$name-")" = 1 ] || { echo "vendor has older versions of $name"; exit 1; }
done
