package dev.cleveragents.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.project.BackgroundSyntax;
import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.store.machine.OwnerOnlyFiles;
import dev.cleveragents.workspace.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The contexts of folders, each opened once and kept until this is closed. The index of a folder is
 * below the home folder, under a name made of the folder's path. {@code lock} guards the open
 * contexts.
 */
public final class ProjectContexts implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ProjectContexts.class);
  private static final int HASH_LETTERS = 16;

  private final Path home;
  private final ContextResources resources;
  private final PathScope scope;
  private final BackgroundSyntax syntax;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Path, ProjectContext> opened = new HashMap<>();

  /**
   * None opened yet.
   *
   * @param home the home folder
   * @param resources shared by all contexts, and closed with this
   * @param scope the files of any folder that each view includes
   */
  public ProjectContexts(Path home, ContextResources resources, PathScope scope) {
    this.home = home.resolve("context");
    this.resources = resources;
    this.scope = scope;
    this.syntax = new BackgroundSyntax(resources);
  }

  /** The contexts for a command that needs no store. */
  public static ProjectContexts of(Path home, PathScope scope) {
    InstallationFiles.secure(home, Optional.empty());
    return new ProjectContexts(home, ContextResources.standard(), scope);
  }

  /**
   * The context of a folder.
   *
   * @param root the top folder of a git repository, or any folder, normalized
   */
  public ProjectContext at(Path root) {
    synchronized (lock) {
      ProjectContext there = opened.get(root);
      if (there != null) {
        return there;
      }
      try {
        OwnerOnlyFiles.createFolders(home);
        ProjectContext made = ProjectContext.open(root, state(root), resources, scope);
        opened.put(root, made);
        return made;
      } catch (IOException e) {
        throw new UncheckedIOException(
            "Cannot open the index of %s: %s".formatted(root, e.getMessage()), e);
      }
    }
  }

  /** The circuit breakers and other resources that all contexts share. */
  public ContextResources resources() {
    return resources;
  }

  /** Reads syntax in the background; for long-running processes. */
  public BackgroundSyntax syntax() {
    return syntax;
  }

  private Path state(Path root) {
    String hash = Sha256.of(root.toString().getBytes(StandardCharsets.UTF_8));
    Path name = root.getFileName();
    return home.resolve(hash.substring(0, HASH_LETTERS) + (name == null ? "" : "-" + name));
  }

  @Override
  public void close() {
    syntax.close();
    synchronized (lock) {
      opened.values().forEach(ProjectContexts::close);
      opened.clear();
    }
    resources.close();
  }

  private static void close(ProjectContext context) {
    try {
      context.close();
    } catch (IOException e) {
      log.warn(
          "The index of {} was not closed in order; the next use repairs it", context.root(), e);
    }
  }
}
