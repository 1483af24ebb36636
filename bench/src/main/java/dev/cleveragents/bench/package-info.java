/**
 * Measurements: benchmarks of the kernel beside the libraries it is compared with, and programs
 * that count what those libraries let through under one and the same schedule. Nothing depends on
 * this module and nothing of it is shipped.
 */
@NullMarked
package dev.cleveragents.bench;

import org.jspecify.annotations.NullMarked;
