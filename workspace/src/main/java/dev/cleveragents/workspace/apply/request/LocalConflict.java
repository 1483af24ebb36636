package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.Name;

/**
 * A path that is the user's.
 *
 * @param path relative to the resource; empty where it is about the resource as a whole
 * @param why the conflict, and what to do about it
 */
public record LocalConflict(Name resource, String path, String why) {}
