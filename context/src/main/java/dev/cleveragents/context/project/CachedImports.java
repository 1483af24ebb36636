package dev.cleveragents.context.project;

import dev.cleveragents.context.graph.CodeGraph;
import dev.cleveragents.context.pipeline.ImportLookup;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who imports whom. What a file imports is looked up once for one answer, however many others are
 * asked about; {@code read} keeps that, and is safe by itself.
 */
final class CachedImports implements ImportLookup {

  private final CodeGraph graph;
  private final Map<String, Set<String>> read = new ConcurrentHashMap<>();

  CachedImports(CodeGraph graph) {
    this.graph = graph;
  }

  @Override
  public boolean uses(String path, String imported) {
    return read.computeIfAbsent(path, each -> new HashSet<>(graph.imports(each)))
        .contains(imported);
  }
}
