package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Name;

/**
 * A path that is the user's.
 *
 * @param path relative to the resource; empty where it is about the resource as a whole
 * @param why what stands there, and what to do about it
 */
public record Overlap(Name resource, String path, String why) {}
