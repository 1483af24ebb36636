package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.project.Resource;

/** A resource, and what is to stand in it. */
public sealed interface Target permits GitTarget, DirectoryTarget {

  Resource resource();
}
