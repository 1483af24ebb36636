/**
 * Strict YAML. A document is read against a {@link dev.cleveragents.engine.yaml.Shape}, which also
 * gives its JSON Schema; whatever does not fit is reported with its place, all of it at once.
 * Documents are bounded in size, depth and number of values, and have no anchors, aliases or tags,
 * so that a small file cannot become a large one. Nothing here knows what documents mean.
 */
@NullMarked
package dev.cleveragents.engine.yaml;

import org.jspecify.annotations.NullMarked;
