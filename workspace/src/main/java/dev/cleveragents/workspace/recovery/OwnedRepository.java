package dev.cleveragents.workspace.recovery;

import dev.cleveragents.exec.git.Git;
import java.nio.file.Path;

/**
 * A repository in which an owner may have left something.
 *
 * @param git in it
 * @param common where its refs are
 * @param gitDirectory where its index is; the same but for a linked work tree
 */
public record OwnedRepository(Git git, Path common, Path gitDirectory) {}
