package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.resource.Resource;

/** A resource, and the result that is to be applied to it. */
public sealed interface ApplyTarget permits GitTarget, DirectoryTarget {

  Resource resource();
}
