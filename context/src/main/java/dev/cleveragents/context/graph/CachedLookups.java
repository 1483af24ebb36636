package dev.cleveragents.context.graph;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks a snapshot and remembers its answers, for one thread and one walk. */
final class CachedLookups {

  static final int FEW_DEFINITIONS = 6;
  static final int FEW_USERS = 30;

  private final IndexSnapshot snapshot;
  private final CancellationToken token;
  private final Map<String, Optional<ParsedFile>> parsed = new HashMap<>();
  private final Map<String, Optional<String>> texts = new HashMap<>();
  private final Map<String, List<String>> defining = new HashMap<>();
  private final Map<String, List<String>> referring = new HashMap<>();
  private final Map<String, Optional<List<String>>> fewDefining = new HashMap<>();
  private final Map<String, Optional<List<String>>> fewReferring = new HashMap<>();
  private final Map<String, Boolean> there = new HashMap<>();

  /** All of them; empty until they are needed, for there may be very many. */
  private List<String> paths = List.of();

  CachedLookups(IndexSnapshot snapshot) {
    this(snapshot, CancellationToken.none());
  }

  /** Looks at the token before each file that it reads. */
  CachedLookups(IndexSnapshot snapshot, CancellationToken token) {
    this.snapshot = snapshot;
    this.token = token;
  }

  Optional<ParsedFile> parsed(String path) {
    token.throwIfCancelled();
    return parsed.computeIfAbsent(path, snapshot::parsed);
  }

  Optional<String> text(String path) {
    return texts.computeIfAbsent(path, snapshot::text);
  }

  List<String> defining(String name) {
    return defining.computeIfAbsent(name, snapshot::pathsDefining);
  }

  /** The same; nothing if there are more than {@value #FEW_DEFINITIONS}. */
  Optional<List<String>> fewDefining(String name) {
    return fewDefining.computeIfAbsent(name, each -> snapshot.pathsDefining(each, FEW_DEFINITIONS));
  }

  List<String> referringTo(String name) {
    return referring.computeIfAbsent(name, snapshot::pathsReferringTo);
  }

  /** The same; nothing if there are more than {@value #FEW_USERS}. */
  Optional<List<String>> fewReferringTo(String name) {
    return fewReferring.computeIfAbsent(name, each -> snapshot.pathsReferringTo(each, FEW_USERS));
  }

  List<String> importing(String target) {
    return snapshot.pathsImporting(target);
  }

  /** The files right in a folder, sorted. */
  List<String> filesIn(String folder) {
    if (paths.isEmpty()) {
      paths = snapshot.paths();
    }
    String before = folder.isEmpty() ? "" : folder + "/";
    int found = Collections.binarySearch(paths, before);
    return paths.subList(found < 0 ? -found - 1 : found, paths.size()).stream()
        .takeWhile(path -> path.startsWith(before))
        .filter(path -> path.indexOf('/', before.length()) < 0)
        .toList();
  }

  boolean contains(String path) {
    return there.computeIfAbsent(path, snapshot::contains);
  }
}
