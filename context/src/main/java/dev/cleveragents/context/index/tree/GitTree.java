package dev.cleveragents.context.index.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A tree of a git repository. Reads objects only: what lies in the work tree or the user's index is
 * never seen, and nothing is fetched from anywhere.
 */
public final class GitTree implements SourceTree {

  static final String PREFIX = "git:";

  /** A listing of more than about a million files is refused by {@link Git}. */
  static final int LISTING_BYTES = 256 * 1024 * 1024;

  /** What ls-tree has for the size of an object that the repository does not have. */
  private static final String BAD = "BAD";

  /** What a clone that leaves objects at the remote has in its configuration. */
  private static final String PARTIAL = "^(extensions\\.partialclone|remote\\..*\\.promisor)$";

  /** What cat-file says besides the contents. */
  private static final int HEADER_BYTES = 128;

  private final Git git;
  private final String tree;

  private GitTree(Git git, String tree) {
    this.git = git;
    this.tree = tree;
  }

  /**
   * The tree of a commit, a branch, a tag, or a tree's own id.
   *
   * @throws dev.cleveragents.exec.git.GitException if there is no such thing in the repository
   */
  public static GitTree of(Git git, String revision, CancellationToken token)
      throws InterruptedException {
    Git plain = git.with("GIT_NO_REPLACE_OBJECTS", "1").withoutFetching();
    String tree =
        plain.text(token, "rev-parse", "--verify", "--end-of-options", revision + "^{tree}");
    return new GitTree(plain, tree);
  }

  @Override
  public Optional<String> knownId() {
    return Optional.of(PREFIX + tree);
  }

  @Override
  public Listing list(long largest, CancellationToken token) throws InterruptedException {
    Set<String> absent = absent(token);
    List<Entry> entries =
        new ArrayList<>(
            absent.isEmpty()
                ? listed(List.of("-l"), token)
                : withSizes(listed(List.of(), token), absent, token));
    entries.sort(Comparator.comparing(Entry::path));
    return new Listing(PREFIX + tree, entries);
  }

  /** Everything in the tree; of files, the size only with {@code -l}. */
  private List<Entry> listed(List<String> options, CancellationToken token)
      throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("ls-tree", "-r", "-z", "--full-tree"));
    arguments.addAll(options);
    arguments.add(tree);
    byte[] output = git.withMostBytes(LISTING_BYTES).run(arguments, token);
    List<Entry> entries = new ArrayList<>();
    for (String item : Git.splitLeniently(output)) {
      int tab = item.indexOf('\t');
      String[] parts = item.substring(0, tab).split(" +", -1);
      String path = item.substring(tab + 1);
      String size = parts.length > 3 ? parts[3] : "-";
      entries.add(
          size.equals(BAD)
              ? absent(path, parts[2])
              : entry(parts[0], parts[2], size.equals("-") ? 0 : Long.parseLong(size), path));
    }
    return entries;
  }

  private static Entry absent(String path, String object) {
    return new Entry(path, "absent:" + object, 0, Kind.ABSENT);
  }

  /**
   * The objects of the tree that a partial clone has not fetched. Asked before any other question
   * about objects: git before 2.45 tries to fetch each one that it is asked for, and then fails.
   */
  private Set<String> absent(CancellationToken token) throws InterruptedException {
    if (!git.ask(token, "config", "--get-regexp", PARTIAL).succeeded()) {
      return Set.of();
    }
    byte[] output =
        git.withMostBytes(LISTING_BYTES)
            .run(
                List.of("rev-list", "--objects", "--no-object-names", "--missing=print", tree),
                token);
    return new String(output, StandardCharsets.US_ASCII)
        .lines()
        .filter(line -> line.startsWith("?"))
        .map(line -> line.substring(1))
        .collect(Collectors.toSet());
  }

  @Override
  public Optional<Difference> since(String id, CancellationToken token)
      throws InterruptedException {
    if (!id.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String old = id.substring(PREFIX.length());
    Git.Answer answer =
        git.withMostBytes(LISTING_BYTES)
            .ask(
                token,
                "diff-tree",
                "-r",
                "-z",
                "--raw",
                "--no-renames",
                "--ignore-submodules=none",
                old,
                tree);
    return answer.succeeded()
        ? Optional.of(difference(TreeChange.parseLeniently(answer.output()), token))
        : Optional.empty();
  }

  private Difference difference(List<TreeChange> changes, CancellationToken token)
      throws InterruptedException {
    List<Entry> there = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    for (TreeChange change : changes) {
      if (change.deletes()) {
        gone.add(change.path());
      } else {
        there.add(entry(change.after().mode(), change.after().object(), 0, change.path()));
      }
    }
    Set<String> absent = there.isEmpty() ? Set.of() : absent(token);
    List<Entry> entries = new ArrayList<>(withSizes(there, absent, token));
    entries.sort(Comparator.comparing(Entry::path));
    return new Difference(entries, gone);
  }

  /** These entries with their sizes; those whose objects are not there are marked. */
  private List<Entry> withSizes(List<Entry> entries, Set<String> absent, CancellationToken token)
      throws InterruptedException {
    Map<String, Long> sizes =
        sizes(entries.stream().filter(each -> !absent.contains(each.hash())).toList(), token);
    return entries.stream()
        .map(
            each -> {
              if (each.kind() != Kind.FILE) {
                return each;
              }
              Long size = sizes.get(each.hash());
              return size == null
                  ? absent(each.path(), each.hash())
                  : new Entry(each.path(), each.hash(), size, each.kind());
            })
        .toList();
  }

  private Map<String, Long> sizes(List<Entry> entries, CancellationToken token)
      throws InterruptedException {
    String asked = asked(entries.stream().filter(entry -> entry.kind() == Kind.FILE).toList());
    if (asked.isEmpty()) {
      return Map.of();
    }
    byte[] output =
        git.withMostBytes(LISTING_BYTES)
            .run(
                List.of("cat-file", "--batch-check=%(objectname) %(objectsize)"),
                asked.getBytes(StandardCharsets.US_ASCII),
                token);
    Map<String, Long> sizes = new HashMap<>();
    for (String line : new String(output, StandardCharsets.US_ASCII).split("\n", -1)) {
      int space = line.indexOf(' ');
      if (space > 0 && Character.isDigit(line.charAt(space + 1))) {
        sizes.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
      }
    }
    return sizes;
  }

  @Override
  public List<Optional<Content>> read(List<Entry> files, CancellationToken token)
      throws InterruptedException {
    if (files.isEmpty()) {
      return List.of();
    }
    long bytes = files.stream().mapToLong(file -> file.size() + HEADER_BYTES).sum();
    byte[] output =
        git.withMostBytes(Math.toIntExact(bytes))
            .run(
                List.of("cat-file", "--batch"),
                asked(files).getBytes(StandardCharsets.US_ASCII),
                token);
    List<Optional<Content>> contents = new ArrayList<>();
    int from = 0;
    for (Entry file : files) {
      int feed = from;
      while (output[feed] != '\n') {
        feed++;
      }
      String[] header =
          new String(output, from, feed - from, StandardCharsets.US_ASCII).split(" ", -1);
      if (header.length == 3) {
        int start = feed + 1;
        int size = Integer.parseInt(header[2]);
        contents.add(
            Optional.of(new Content(Arrays.copyOfRange(output, start, start + size), file.hash())));
        from = start + size + 1;
      } else {
        contents.add(Optional.empty());
        from = feed + 1;
      }
    }
    return contents;
  }

  private static String asked(List<Entry> files) {
    return files.stream().map(file -> file.hash() + "\n").collect(Collectors.joining());
  }

  private static Entry entry(String mode, String object, long size, String path) {
    return switch (mode) {
      case "120000" -> new Entry(path, "link:" + object, 0, Kind.LINK);
      case "160000" -> new Entry(path, "module:" + object, 0, Kind.MODULE);
      default -> new Entry(path, object, size, Kind.FILE);
    };
  }
}
