package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.Name;

/**
 * A path of the user that is in the way of a plan, or was left as it is.
 *
 * @param path relative to the resource; empty where it is about the resource as a whole
 * @param why the conflict, and what to do about it
 */
public record LocalConflict(Name resource, String path, String why) {}
