package dev.cleveragents.context.graph;

import dev.cleveragents.context.code.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says which files of the project an import means, by the habits of its language: where a package
 * lies, which endings may be left out. What is not in the project means nothing.
 */
final class ImportTargets {

  /** The endings that an import in a script may leave out, the empty one first. */
  private static final List<String> SCRIPTS =
      List.of(
          " .ts .tsx .d.ts .js .jsx .mjs .cjs /index.ts /index.tsx /index.js /index.jsx"
              .split(" ", -1));

  private static final Pattern GO_MODULE = Pattern.compile("(?m)^module\\s+(\\S+)");
  private static final int MOST_OF_A_PACKAGE = 20;

  private final CodeGraph graph;

  ImportTargets(CodeGraph graph) {
    this.graph = graph;
  }

  /** The files that an import of a file means, sorted. */
  List<String> of(String importer, String target) {
    String folder = ProjectPaths.folder(importer);
    Stream<String> found =
        switch (Language.of(importer)) {
          case JAVA, KOTLIN, C_SHARP, PHP -> named(importer, target);
          case PYTHON -> python(folder, target);
          case JAVASCRIPT, TYPESCRIPT -> script(folder, target);
          case GO -> go(folder, target);
          case RUST -> rust(importer, target);
          case C, CPP -> header(folder, target);
          case RUBY -> first(anywhere(folder, target, List.of("", "lib/"), ".rb"));
          case BASH, MARKDOWN -> relative(folder, target, List.of(""));
          default -> Stream.empty();
        };
    return found.filter(path -> !path.equals(importer)).distinct().sorted().toList();
  }

  /** By the name of what is imported, where its file lies as its package says. */
  private Stream<String> named(String importer, String target) {
    if (target.startsWith(".")) {
      return relative(ProjectPaths.folder(importer), target, List.of(""));
    }
    String[] parts = target.split("[.\\\\]", -1);
    for (int last = parts.length - 1; last > 0; last--) {
      String end = String.join("/", List.of(parts).subList(0, last + 1));
      List<String> found =
          graph.defining(parts[last]).stream()
              .filter(path -> liesAt(ProjectPaths.withoutEnding(path), end))
              .toList();
      if (!found.isEmpty()) {
        return found.stream();
      }
    }
    // Only Java's packages are always folders: elsewhere the one that has the name will do.
    List<String> only = graph.defining(parts[parts.length - 1]);
    boolean certain = Language.of(importer) != Language.JAVA && only.size() == 1;
    return certain ? only.stream() : Stream.empty();
  }

  /** Whether a path ends as this one does. */
  private static boolean liesAt(String path, String end) {
    return path.equals(end) || path.endsWith("/" + end);
  }

  private Stream<String> python(String folder, String target) {
    String name = target.replaceFirst("^\\.+", "");
    int dots = target.length() - name.length();
    List<String> around = ProjectPaths.upwards(folder);
    List<String> bases =
        dots == 0 ? around : around.subList(Math.min(dots, around.size()) - 1, around.size());
    String path = name.replaceFirst("\\.?\\*$", "").replace('.', '/');
    return first(
        bases.stream()
            .limit(dots == 0 ? bases.size() : 1)
            .flatMap(
                base ->
                    Stream.of(
                        ProjectPaths.join(base, path),
                        ProjectPaths.join(base, ProjectPaths.folder(path))))
            .map(each -> each.endsWith("/") ? each.substring(0, each.length() - 1) : each)
            .flatMap(each -> Stream.of(each + ".py", each + "/__init__.py", each + ".pyi"))
            .toList());
  }

  /** The files of a package, if it is one of the module that the importer is in. */
  private Stream<String> go(String folder, String target) {
    for (String up : ProjectPaths.upwards(folder)) {
      Optional<String> module =
          graph.snapshot().text(ProjectPaths.join(up, "go.mod")).map(GO_MODULE::matcher).stream()
              .filter(Matcher::find)
              .map(found -> found.group(1))
              .findFirst();
      if (module.isPresent()) {
        boolean inside = target.equals(module.get()) || target.startsWith(module.get() + "/");
        String rest = inside ? target.substring(module.get().length()).replaceFirst("^/", "") : "";
        String there = rest.isEmpty() ? up : ProjectPaths.join(up, rest);
        return inside
            ? graph.filesIn(there).stream()
                .filter(path -> path.endsWith(".go") && !TestNames.isTest(path))
                .limit(MOST_OF_A_PACKAGE)
            : Stream.empty();
      }
    }
    return Stream.empty();
  }

  private Stream<String> script(String folder, String target) {
    if (target.startsWith(".")) {
      return relative(folder, target.replaceFirst("\\.js$", ""), SCRIPTS)
          .findFirst()
          .map(Stream::of)
          .orElseGet(() -> relative(folder, target, SCRIPTS));
    }
    String inSources = target.replaceFirst("^[@~]/", "");
    return first(
        ProjectPaths.upwards(folder).stream()
            .flatMap(
                up ->
                    Stream.of(
                        ProjectPaths.join(up, inSources),
                        ProjectPaths.join(up, "src/" + inSources)))
            .flatMap(path -> SCRIPTS.stream().map(ending -> path + ending))
            .toList());
  }

  private Stream<String> rust(String importer, String target) {
    String folder = ProjectPaths.folder(importer);
    List<String> parts = List.of(target.split("::", -1));
    String stem = ProjectPaths.stem(importer);
    boolean isRoot = List.of("mod", "lib", "main").contains(stem);
    String own = isRoot ? folder : ProjectPaths.join(folder, stem);
    List<String> bases =
        switch (parts.getFirst()) {
          case "crate" ->
              ProjectPaths.upwards(folder).stream().filter(up -> up.endsWith("src")).toList();
          case "self" -> List.of(own);
          case "super" -> List.of(ProjectPaths.folder(own));
          default -> List.of();
        };
    List<String> candidates = new ArrayList<>();
    for (String base : bases) {
      for (int last = parts.size(); last > 1; last--) {
        String path = ProjectPaths.join(base, String.join("/", parts.subList(1, last)));
        candidates.add(path + ".rs");
        candidates.add(path + "/mod.rs");
      }
    }
    return first(candidates);
  }

  private Stream<String> header(String folder, String target) {
    String name = target.replaceAll("[<>]", "");
    return first(anywhere(folder, name, List.of("", "include/", "src/"), ""));
  }

  private static List<String> anywhere(
      String folder, String target, List<String> below, String ending) {
    String end = target.endsWith(ending) ? "" : ending;
    return ProjectPaths.upwards(folder).stream()
        .flatMap(up -> below.stream().map(middle -> ProjectPaths.join(up, middle + target + end)))
        .flatMap(path -> ProjectPaths.resolve("", path).stream())
        .toList();
  }

  private Stream<String> relative(String folder, String target, List<String> endings) {
    Optional<String> path =
        target.startsWith("/")
            ? ProjectPaths.resolve("", target)
            : ProjectPaths.resolve(folder, target);
    return path.stream()
        .flatMap(each -> endings.stream().map(ending -> each + ending))
        .filter(graph.snapshot()::contains)
        .limit(1);
  }

  /** The first that is there. */
  private Stream<String> first(List<String> candidates) {
    return candidates.stream().filter(graph.snapshot()::contains).limit(1);
  }
}
