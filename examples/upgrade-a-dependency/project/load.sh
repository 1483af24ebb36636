# Defines load NAME, which loads a library in the version that dependencies.txt names.
load() { . "./vendor/$1-$(sed -n "s/^$1 //p" dependencies.txt).sh"; }
