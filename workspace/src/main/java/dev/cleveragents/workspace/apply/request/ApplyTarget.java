package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.resource.Resource;

/** A resource, and what is to stand in it. */
public sealed interface ApplyTarget permits GitTarget, DirectoryTarget {

  Resource resource();
}
