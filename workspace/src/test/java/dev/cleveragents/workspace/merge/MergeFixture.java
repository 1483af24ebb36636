package dev.cleveragents.workspace.merge;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.sandbox.WorkspaceFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Trees given as texts by path, merged in a repository that borrows the one they are in. */
final class MergeFixture {

  final GitRepository user;
  final MergeRepository repository;
  final Merger merger;

  MergeFixture(Path folder) throws Exception {
    user = GitRepository.init(folder.resolve("user"));
    repository = open(folder.resolve("merges.git"), user);
    merger = new Merger(repository);
  }

  static MergeRepository open(Path place, GitRepository user) throws Exception {
    return MergeRepository.open(place, new Git(WorkspaceFixture.RUNNER, user.directory()), GO);
  }

  /** Files by path. A name may begin with the mode and a colon: {@code 100755:run.sh}. */
  static Map<String, String> files(String... namesAndTexts) {
    Map<String, String> files = new TreeMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      files.put(namesAndTexts[i], namesAndTexts[i + 1]);
    }
    return files;
  }

  /** The same with other files; the text null takes a file away. */
  static Map<String, String> changed(Map<String, String> files, String... namesAndTexts) {
    Map<String, String> changed = new TreeMap<>(files);
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      if (namesAndTexts[i + 1] == null) {
        changed.remove(namesAndTexts[i]);
      } else {
        changed.put(namesAndTexts[i], namesAndTexts[i + 1]);
      }
    }
    return changed;
  }

  String tree(Map<String, String> files) {
    return trees(List.of(files)).getFirst();
  }

  /** Makes commits of many trees at once. */
  List<String> trees(List<Map<String, String>> all) {
    StringBuilder input = new StringBuilder();
    for (int i = 0; i < all.size(); i++) {
      input.append("commit refs/heads/t").append(i).append("\nmark :").append(i + 1);
      input.append("\ncommitter A <a@b> 0 +0000\ndata 0\n\ndeleteall\n");
      all.get(i).forEach((name, text) -> append(input, name, text));
      input.append("get-mark :").append(i + 1).append('\n');
    }
    for (int i = 0; i < all.size(); i++) {
      input.append("reset refs/heads/t").append(i);
      input.append("\nfrom ").append("0".repeat(40)).append("\n\n");
    }
    return user.git(Map.of(), input.toString(), "fast-import", "--quiet", "--force")
        .lines()
        .toList();
  }

  private static void append(StringBuilder input, String name, String text) {
    int colon = name.indexOf(':');
    String mode = colon < 0 ? "100644" : name.substring(0, colon);
    String path = name.substring(colon + 1);
    if (mode.equals("160000")) {
      input.append("M ").append(mode).append(' ').append(text).append(' ').append(path);
      input.append('\n');
      return;
    }
    input.append("M ").append(mode).append(" inline ").append(path).append("\ndata ");
    input.append(text.getBytes(StandardCharsets.UTF_8).length).append('\n').append(text);
    input.append('\n');
  }

  /** Children a, b, c and so on from one base. */
  List<ChildResult> children(String base, List<Map<String, String>> all) {
    List<String> trees = trees(all);
    List<ChildResult> results = new ArrayList<>();
    for (int i = 0; i < trees.size(); i++) {
      results.add(new ChildResult(i, name(i), base, trees.get(i)));
    }
    return results;
  }

  static String name(int position) {
    return position < 26 ? String.valueOf((char) ('a' + position)) : "child" + position;
  }

  @SafeVarargs
  final Merged merge(Map<String, String> base, Map<String, String>... children) throws Exception {
    return merge(MergeStrategy.GIT_THREE_WAY, base, children);
  }

  @SafeVarargs
  final Merged merge(MergeStrategy strategy, Map<String, String> base, Map<String, String>... all)
      throws Exception {
    List<Map<String, String>> children = new ArrayList<>();
    for (Map<String, String> child : all) {
      children.add(child);
    }
    String from = tree(base);
    return merger.merge(from, children(from, children), strategy, GO);
  }

  /** The files of a tree, named as {@link #files} names them; without submodules. */
  Map<String, String> read(String tree) throws Exception {
    Map<String, String> objects = new TreeMap<>();
    for (String entry : Git.split(repository.git().run(List.of("ls-tree", "-r", "-z", tree), GO))) {
      String[] facts = entry.substring(0, entry.indexOf('\t')).split(" ", -1);
      String path = entry.substring(entry.indexOf('\t') + 1);
      if (facts[0].equals(FileVersion.SUBMODULE)) {
        continue;
      }
      objects.put(facts[0].equals("100644") ? path : facts[0] + ":" + path, facts[2]);
    }
    Set<String> wanted = Set.copyOf(objects.values());
    Map<String, byte[]> contents = repository.contents(wanted, GO);
    objects.replaceAll((_, object) -> new String(contents.get(object), StandardCharsets.UTF_8));
    return objects;
  }

  String treeOf(String commit) throws Exception {
    return repository.git().text(GO, "rev-parse", commit + "^{tree}");
  }

  String text(FileVersion version) throws Exception {
    return new String(
        repository.contents(List.of(version.object()), GO).get(version.object()),
        StandardCharsets.UTF_8);
  }

  /** The numbers 1 to n, a line each. */
  static String lines(int n) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= n; i++) {
      text.append(i).append('\n');
    }
    return text.toString();
  }

  static <T> List<List<T>> permutations(List<T> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<T>> all = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      List<T> rest = new ArrayList<>(of);
      T first = rest.remove(i);
      for (List<T> more : permutations(rest)) {
        List<T> one = new ArrayList<>(List.of(first));
        one.addAll(more);
        all.add(Collections.unmodifiableList(one));
      }
    }
    return all;
  }
}
