package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.code.DepthRenderer;
import dev.cleveragents.context.code.Rendered;
import dev.cleveragents.context.index.IndexSnapshot;
import java.util.function.ToIntFunction;

/** What showing a file costs that was found as a whole: its signatures, as a map shows them. */
record Shown(ToIntFunction<String> tokens) {

  int signatures(String path, IndexSnapshot snapshot) {
    String text = snapshot.text(path).orElse("");
    String shown =
        snapshot
            .parsed(path)
            .flatMap(file -> DepthRenderer.render(NodeId.file(path), text, file, Depth.SIGNATURES))
            .map(Rendered::text)
            .orElse(text);
    return tokens.applyAsInt(path + "\n" + shown);
  }
}
