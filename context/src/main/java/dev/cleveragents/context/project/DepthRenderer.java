package dev.cleveragents.context.project;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Rendered;
import dev.cleveragents.context.code.Renderer;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.pipeline.DepthChanger;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/**
 * Shows what was found with less detail, from its parse. A file is read once for one answer,
 * however often pieces of it are tried; {@code read} keeps that, and is safe by itself.
 */
final class DepthRenderer implements DepthChanger {

  private record Known(String text, ParsedFile file) {}

  private final IndexSnapshot snapshot;
  private final ToIntFunction<String> tokens;
  private final Map<String, Optional<Known>> read = new ConcurrentHashMap<>();

  DepthRenderer(IndexSnapshot snapshot, ToIntFunction<String> tokens) {
    this.snapshot = snapshot;
    this.tokens = tokens;
  }

  @Override
  public Optional<ContextFragment> at(ContextFragment fragment, Depth depth) {
    return read.computeIfAbsent(fragment.path(), this::known)
        .flatMap(known -> Renderer.render(fragment.node(), known.text(), known.file(), depth))
        .map(rendered -> shown(fragment, rendered));
  }

  private Optional<Known> known(String path) {
    return snapshot
        .text(path)
        .flatMap(text -> snapshot.parsed(path).map(file -> new Known(text, file)));
  }

  private ContextFragment shown(ContextFragment fragment, Rendered rendered) {
    return new ContextFragment(
        fragment.node(),
        rendered.lines(),
        rendered.depth(),
        rendered.text(),
        tokens.applyAsInt(rendered.text()),
        fragment.relevance(),
        fragment.provenance());
  }
}
