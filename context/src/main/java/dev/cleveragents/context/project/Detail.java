package dev.cleveragents.context.project;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.code.Rendered;
import dev.cleveragents.context.code.Renderer;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.pipeline.Redepth;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Shows what was found with less detail, from its parse. */
final class Detail implements Redepth {

  private final IndexSnapshot snapshot;
  private final ToIntFunction<String> tokens;

  Detail(IndexSnapshot snapshot, ToIntFunction<String> tokens) {
    this.snapshot = snapshot;
    this.tokens = tokens;
  }

  @Override
  public Optional<ContextFragment> at(ContextFragment fragment, Depth depth) {
    return snapshot
        .text(fragment.path())
        .flatMap(
            text ->
                snapshot
                    .parsed(fragment.path())
                    .flatMap(file -> Renderer.render(fragment.node(), text, file, depth)))
        .map(rendered -> shown(fragment, rendered));
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
