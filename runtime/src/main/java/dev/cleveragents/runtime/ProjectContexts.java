package dev.cleveragents.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.project.BackgroundSyntax;
import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.store.OwnerOnly;
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
 * The folders that can be asked about, each opened once and kept until this is closed. The data
 * about a folder is below the home folder, under a name made of the folder's path. {@code lock}
 * guards which are open.
 */
public final class ProjectContexts implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ProjectContexts.class);
  private static final int HASH_LETTERS = 16;

  private final Path home;
  private final ContextResources equipment;
  private final PathScope scope;
  private final BackgroundSyntax syntax;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Path, ProjectContext> opened = new HashMap<>();

  /**
   * None opened yet.
   *
   * @param home the installation's folder
   * @param equipment closed with this
   * @param scope what each view sees of any folder
   */
  public ProjectContexts(Path home, ContextResources equipment, PathScope scope) {
    this.home = home.resolve("context");
    this.equipment = equipment;
    this.scope = scope;
    this.syntax = new BackgroundSyntax(equipment);
  }

  /** ProjectContexts for a command that needs no store. */
  public static ProjectContexts of(Path home, PathScope scope) {
    InstallationFiles.secure(home, Optional.empty());
    return new ProjectContexts(home, ContextResources.standard(), scope);
  }

  /**
   * What is known about a folder.
   *
   * @param root the top folder of a git repository, or any folder, without detours
   */
  public ProjectContext at(Path root) {
    synchronized (lock) {
      ProjectContext there = opened.get(root);
      if (there != null) {
        return there;
      }
      try {
        OwnerOnly.createFolders(home);
        ProjectContext made = ProjectContext.open(root, state(root), equipment, scope);
        opened.put(root, made);
        return made;
      } catch (IOException e) {
        throw new UncheckedIOException(
            "Cannot open the index of %s: %s".formatted(root, e.getMessage()), e);
      }
    }
  }

  /** The circuits of the strategies, and the rest that all share. */
  public ContextResources equipment() {
    return equipment;
  }

  /** Reads syntax in the background; for processes that last a while. */
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
    equipment.close();
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
