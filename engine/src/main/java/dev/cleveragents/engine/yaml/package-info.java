/**
 * Strict YAML. A document is read by a {@link dev.cleveragents.engine.yaml.Shape}, which also gives
 * its JSON Schema.
 *
 * <ul>
 *   <li>All problems are reported at once, each with its line and column.
 *   <li>Documents are limited in size, depth and number of values, and have no anchors, aliases or
 *       tags, so that a small file cannot become a large value.
 *   <li>This package knows nothing about the meaning of documents.
 * </ul>
 */
@NullMarked
package dev.cleveragents.engine.yaml;

import org.jspecify.annotations.NullMarked;
