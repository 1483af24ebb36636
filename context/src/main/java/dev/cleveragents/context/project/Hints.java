package dev.cleveragents.context.project;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the system says about changes in some folders. Only ever a hint to look: it may come without
 * a change, and a change may come without it. One thread's own.
 */
final class Hints implements AutoCloseable {

  private static final long LOOKS_UP_EVERY_MILLIS = 100;

  private final FileSystem files;
  private final Map<Path, WatchKey> watched = new HashMap<>();
  private @Nullable WatchService service;
  private @Nullable String why;

  Hints(FileSystem files) {
    this.files = files;
  }

  /**
   * Follows these folders and no others from now on.
   *
   * @return why they cannot be followed, if so; then none is, and there will be no hints
   */
  Optional<String> follow(List<Path> folders) {
    if (why != null) {
      return Optional.of(why);
    }
    if (folders.size() > WatchedFolders.MOST) {
      return givingUp("it has more than %,d folders".formatted(WatchedFolders.MOST));
    }
    try {
      WatchService open = service == null ? files.newWatchService() : service;
      service = open;
      Map<Path, WatchKey> before = new HashMap<>(watched);
      watched.clear();
      for (Path folder : folders) {
        watch(folder, open);
      }
      before.values().stream()
          .filter(key -> !watched.containsValue(key)) // A folder that has moved keeps its key.
          .forEach(WatchKey::cancel);
      return Optional.empty();
    } catch (IOException e) {
      return givingUp(String.valueOf(e.getMessage()));
    } catch (UnsupportedOperationException e) {
      return givingUp("its file system cannot be watched");
    }
  }

  /** Registers it even if its path was: another folder may have taken its place. */
  private void watch(Path folder, WatchService open) throws IOException {
    try {
      watched.put(folder, folder.register(open, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY));
    } catch (NoSuchFileException | NotDirectoryException e) {
      // Gone since it was listed; its parent says so.
    }
  }

  private Optional<String> givingUp(String reason) {
    close();
    why = reason;
    return Optional.of(reason);
  }

  /** Waits for a hint at most so long, and not once cancelled; says whether there was one. */
  boolean await(Duration atMost, CancellationToken token) throws InterruptedException {
    WatchService open = service;
    if (open == null) {
      token.await(atMost);
      return false;
    }
    long end = System.nanoTime() + atMost.toNanos();
    boolean hint = false;
    while (!hint && !token.isCancelled() && System.nanoTime() - end < 0) {
      hint = take(open.poll(LOOKS_UP_EVERY_MILLIS, TimeUnit.MILLISECONDS));
    }
    return hint;
  }

  /** Waits until there has been none for {@code quiet}, at most so long. */
  void settle(Duration quiet, Duration atMost, CancellationToken token)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (await(quiet, token) && System.nanoTime() - end < 0) {
      // There is more to come.
    }
  }

  /** Whatever it was, even if so much that the system lost count: it is a hint. */
  private static boolean take(@Nullable WatchKey key) {
    if (key == null) {
      return false;
    }
    key.pollEvents();
    key.reset();
    return true;
  }

  @Override
  public void close() {
    WatchService open = service;
    service = null;
    watched.clear();
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        why = "the system's watching could not be ended: " + e.getMessage();
      }
    }
  }
}
