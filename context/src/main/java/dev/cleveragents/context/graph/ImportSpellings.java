package dev.cleveragents.context.graph;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** How others may write the import of a file: those that mean it are among these. */
final class ImportSpellings {

  private static final int MOST_NAMES = 20;

  private ImportSpellings() {}

  static Set<String> of(String path, ParsedFile file) {
    Set<String> all = new LinkedHashSet<>();
    String bare = ProjectPaths.withoutEnding(path);
    switch (Language.of(path)) {
      case JAVA, KOTLIN, C_SHARP ->
          ProjectPaths.ends(bare).forEach(end -> all.add(end.replace('/', '.')));
      case PHP -> ProjectPaths.ends(bare).forEach(end -> all.add(end.replace('/', '\\')));
      case PYTHON -> python(bare, file, all);
      case JAVASCRIPT, TYPESCRIPT -> {
        relative(bare, all);
        relative(bare + ".js", all);
        if (ProjectPaths.stem(path).equals("index")) {
          relative(ProjectPaths.folder(path), all);
        }
      }
      case C, CPP ->
          ProjectPaths.ends(path).forEach(end -> all.addAll(List.of(end, "<" + end + ">")));
      case RUBY -> {
        all.addAll(ProjectPaths.ends(bare));
        relative(bare, all);
      }
      case BASH, MARKDOWN -> relative(path, all);
      case RUST -> all.add("self::" + ProjectPaths.stem(path));
      default -> {}
    }
    return all;
  }

  private static void python(String bare, ParsedFile file, Set<String> all) {
    String module = bare.replaceFirst("/__init__$", "");
    List<String> names =
        file.symbols().stream()
            .filter(symbol -> symbol.parent() < 0)
            .map(Symbol::name)
            .limit(MOST_NAMES)
            .toList();
    for (String end : ProjectPaths.ends(module)) {
      String dotted = end.replace('/', '.');
      for (String dots : List.of("", ".", "..")) {
        all.add(dots + dotted);
        all.add(dots + dotted + ".*");
        names.forEach(name -> all.add(dots + dotted + "." + name));
      }
    }
  }

  /** From the same folder and from up to three folders away. */
  private static void relative(String path, Set<String> all) {
    if (path.isEmpty()) {
      return;
    }
    for (String end : ProjectPaths.ends(path)) {
      for (String before : List.of("./", "../", "../../", "../../../")) {
        all.add(before + end);
      }
    }
  }
}
