/** Measures the merge of many children: beside native git, and on histories of real projects. */
@NullMarked
package dev.cleveragents.bench.merge;

import org.jspecify.annotations.NullMarked;
