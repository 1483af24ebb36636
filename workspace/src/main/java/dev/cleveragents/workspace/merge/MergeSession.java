package dev.cleveragents.workspace.merge;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The git calls of one merge, with an index and a work tree of their own that are gone when it is
 * closed. The work tree holds the attributes of the base and nothing else, for git reads them
 * there. Each call does all it can for many trees at once, because starting git is what costs.
 */
final class MergeSession implements AutoCloseable {

  private static final String AUTHOR = "CleverAgents <cleveragents@localhost> 0 +0000";

  private final MergeRepository repository;
  private final CancellationToken token;
  private final Path scratch;
  private final Path files;
  private final Map<String, String> rootCommits = new HashMap<>();
  private int indexes;

  MergeSession(MergeRepository repository, CancellationToken token) throws IOException {
    this.repository = repository;
    this.token = token;
    this.scratch = repository.scratch();
    this.files = Files.createDirectory(scratch.resolve("files"));
  }

  @Override
  public void close() throws IOException {
    Deletion.of(scratch);
  }

  private Git git() {
    return repository.git().withRepository(repository.place(), files).in(files);
  }

  private Git git(Path index) {
    return git().withIndex(index);
  }

  private Path newIndex() {
    return scratch.resolve("index" + indexes++);
  }

  /**
   * The trees of commits or trees.
   *
   * @throws OperationException if one is not there
   */
  List<String> trees(List<String> commitsOrTrees) throws InterruptedException {
    StringBuilder input = new StringBuilder();
    for (String id : commitsOrTrees) {
      if (!id.matches("[0-9a-f]{40}|[0-9a-f]{64}")) {
        throw new IllegalArgumentException("No id of a commit or a tree: " + id);
      }
      input.append(id).append("^{tree}\n");
    }
    List<String> trees = new ArrayList<>();
    for (String line :
        text(git().run(List.of("cat-file", "--batch-check"), bytes(input), token))
            .lines()
            .toList()) {
      String[] words = line.split(" ", -1);
      if (!words[1].equals("tree")) {
        throw OperationException.failed(
            "Cannot merge: %s is not in the repository".formatted(commitsOrTrees.get(trees.size())),
            null);
      }
      trees.add(words[0]);
    }
    return trees;
  }

  /** Compares trees; each line names two. */
  List<WriteSet> compare(List<String> pairs) throws InterruptedException {
    return pairs.isEmpty()
        ? List.of()
        : WriteSet.read(git().run(WriteSet.DIFF, WriteSet.pairs(pairs), token));
  }

  /** An index of a base; the others are copies of it. */
  Path baseIndex(String base) throws InterruptedException {
    Path index = newIndex();
    git(index).run(List.of("read-tree", base), token);
    return index;
  }

  /** How files are merged is said by the attributes of the base. */
  void checkOutAttributes(Path baseIndex) throws InterruptedException {
    Git git = git(baseIndex);
    byte[] names = git.run(List.of("ls-files", "-z", "--", ":(top,glob)**/.gitattributes"), token);
    if (names.length > 0) {
      git.run(List.of("checkout-index", "-z", "--stdin"), names, token);
    }
  }

  /** The tree of an index with other versions at some paths. */
  String write(Path baseIndex, NavigableMap<String, FileVersion> versions, String someId)
      throws IOException, InterruptedException {
    Path index = newIndex();
    Files.copy(baseIndex, index);
    try {
      update(index, versions, someId);
      return git(index).text(token, "write-tree");
    } finally {
      Files.delete(index);
    }
  }

  private void update(Path index, NavigableMap<String, FileVersion> versions, String someId)
      throws InterruptedException {
    if (!versions.isEmpty()) {
      git(index)
          .run(
              List.of("update-index", "-z", "--index-info"),
              WriteSet.indexInfo(versions, someId),
              token);
    }
  }

  /** One merge to make. */
  record Sides(String base, String ours, String theirs) {}

  /** Merges many pairs of trees, each on a base of its own. */
  List<TreeMerge> merge(List<Sides> all) throws IOException, InterruptedException {
    List<String> bases =
        all.stream()
            .map(Sides::base)
            .distinct()
            .filter(it -> !rootCommits.containsKey(it))
            .toList();
    List<String> made = commits(bases.stream().map(tree -> commit(tree, "")).toList());
    for (int i = 0; i < bases.size(); i++) {
      rootCommits.put(bases.get(i), made.get(i));
    }
    List<String> texts = new ArrayList<>();
    for (Sides sides : all) {
      String parent = "parent " + rootCommits.get(sides.base()) + "\n";
      texts.add(commit(sides.ours(), parent));
      texts.add(commit(sides.theirs(), parent));
    }
    List<String> commits = commits(texts);
    StringBuilder input = new StringBuilder();
    for (int i = 0; i < commits.size(); i += 2) {
      input.append(commits.get(i)).append(' ').append(commits.get(i + 1)).append('\n');
    }
    return TreeMerge.read(
        git()
            .run(
                List.of("merge-tree", "--write-tree", "--messages", "--stdin"),
                bytes(input),
                token));
  }

  private static String commit(String tree, String parent) {
    return "tree %s\n%sauthor %s\ncommitter %s\n\nmerge\n".formatted(tree, parent, AUTHOR, AUTHOR);
  }

  /** Makes many commits with one git; {@code commit-tree} would need one each. */
  private List<String> commits(List<String> texts) throws IOException, InterruptedException {
    if (texts.isEmpty()) {
      return List.of();
    }
    Path folder = Files.createDirectory(scratch.resolve("commits"));
    try {
      StringBuilder names = new StringBuilder();
      for (int i = 0; i < texts.size(); i++) {
        Path file = folder.resolve(Integer.toString(i));
        Files.writeString(file, texts.get(i));
        names.append("../commits/").append(i).append('\n');
      }
      List<String> line =
          List.of("hash-object", "-t", "commit", "-w", "--no-filters", "--stdin-paths");
      return text(git().run(line, bytes(names), token)).lines().toList();
    } finally {
      Deletion.of(folder);
    }
  }

  /** What a tree has at a path. */
  FileVersion lookUp(String tree, String path) throws InterruptedException {
    return lookUp(tree, List.of(path)).getOrDefault(path, FileVersion.NONE);
  }

  /** What a tree has at each of these paths where it has something. */
  private Map<String, FileVersion> lookUp(String tree, List<String> paths)
      throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("ls-tree", "-z", "--full-tree", tree, "--"));
    line.addAll(paths);
    return entries(git().run(line, token));
  }

  /** Reads {@code <mode> <type> <object><tab><path>} each. */
  private static Map<String, FileVersion> entries(byte[] output) {
    Map<String, FileVersion> entries = new HashMap<>();
    for (String entry : Git.splitLeniently(output)) {
      int tab = entry.indexOf('\t');
      String[] facts = entry.substring(0, tab).split(" ", -1);
      entries.put(entry.substring(tab + 1), new FileVersion(facts[0], facts[2]));
    }
    return entries;
  }

  /**
   * A tree with other versions at some paths, directories included.
   *
   * @throws OperationException if a file is where a directory is needed
   */
  String replace(String tree, NavigableMap<String, FileVersion> versions)
      throws IOException, InterruptedException {
    NavigableMap<String, FileVersion> all = new TreeMap<>();
    Path index = baseIndex(tree);
    for (Map.Entry<String, FileVersion> each : versions.entrySet()) {
      String path = each.getKey();
      FileVersion version = each.getValue();
      requireDirectories(tree, path, version);
      git(index)
          .items(token, "ls-files", "-z", "--", ":(top,literal)" + path)
          .forEach(there -> all.put(there, FileVersion.NONE));
      if (version.isDirectory()) {
        entries(git().run(List.of("ls-tree", "-r", "-z", version.object()), token))
            .forEach((below, file) -> all.put(path + "/" + below, file));
      } else {
        all.put(path, version);
      }
    }
    return write(index, all, tree);
  }

  private void requireDirectories(String tree, String path, FileVersion version)
      throws InterruptedException {
    List<String> above = new ArrayList<>();
    for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      above.add(path.substring(0, slash));
    }
    if (above.isEmpty() || !version.isThere()) {
      return;
    }
    lookUp(tree, above)
        .forEach(
            (file, there) -> {
              if (!there.isDirectory()) {
                throw OperationException.conflict(
                    "Cannot resolve '%s': '%s' is a file in the merged tree".formatted(path, file),
                    null);
              }
            });
  }

  /** Stores contents and returns their object. */
  String store(byte[] bytes) throws IOException, InterruptedException {
    return repository
        .blobs(scratch.resolve("blobs"))
        .write(Map.of("contents", bytes), token)
        .values()
        .iterator()
        .next();
  }

  /** The contents of those objects that are not larger than this. */
  Map<String, byte[]> contents(Collection<String> objects, int mostBytes)
      throws InterruptedException {
    if (objects.isEmpty()) {
      return Map.of();
    }
    StringBuilder input = new StringBuilder();
    objects.stream().distinct().forEach(object -> input.append(object).append('\n'));
    List<String> small = new ArrayList<>();
    for (String line :
        text(git().run(List.of("cat-file", "--batch-check"), bytes(input), token))
            .lines()
            .toList()) {
      String[] words = line.split(" ", -1);
      if (words[1].equals("blob") && Long.parseLong(words[2]) <= mostBytes) {
        small.add(words[0]);
      }
    }
    return repository.contents(small, token);
  }

  /** The renames between two trees: the path before by the path after. */
  Map<String, String> renames(String before, String after) throws InterruptedException {
    Map<String, String> renames = new HashMap<>();
    List<String> line = List.of("diff-tree", "-r", "-M", "--raw", "-z", before, after);
    for (TreeChange change : TreeChange.parse(git().run(line, token))) {
      if (!change.from().equals(change.path())) {
        renames.put(change.path(), change.from());
      }
    }
    return renames;
  }

  private static byte[] bytes(StringBuilder text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] output) {
    return new String(output, StandardCharsets.UTF_8);
  }
}
