package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The view of a checkpoint. */
public final class CheckpointView {

  /** The fields of a checkpoint. */
  public static final EntityView<Checkpoint> VIEW =
      EntityView.unlisted(
          data("id", point -> point.id().toString()),
          data("steps_done", Checkpoint::step),
          data("reason", point -> point.reason().word()),
          data("what", Checkpoint::what),
          data("trees", CheckpointView::trees),
          data("at", Checkpoint::at));

  private CheckpointView() {}

  private static List<Map<String, @Nullable Object>> trees(Checkpoint point) {
    return point.trees().all().stream()
        .map(
            part -> {
              Map<String, @Nullable Object> tree = new LinkedHashMap<>();
              tree.put("resource", part.resource());
              tree.put("tree", part.tree().id());
              return tree;
            })
        .toList();
  }
}
