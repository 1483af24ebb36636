package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.definition.Action;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Definition;
import dev.cleveragents.engine.definition.LlmActor;
import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.definition.ScriptedActor;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.workspace.CountedNoun;
import org.jspecify.annotations.Nullable;

/** The view of a definition: an action, an actor, a validation, a profile or an MCP server. */
public final class DefinitionView {

  private static final int LONGEST_SUMMARY = 80;

  /** The fields of a definition. The YAML is the user's own document and stays as it was given. */
  public static final EntityView<Definition<?>> VIEW =
      EntityView.of(
          (definition, text) ->
              new ViewRow(
                  definition.name().forPeople(),
                  text.apply("summary"),
                  definition.archivedAt() == null ? "" : "archived",
                  isReadable(definition) ? Mark.NONE : Mark.ATTENTION),
          ViewField.<Definition<?>>of("name", "name", it -> it.name().toString())
              .shown(it -> ViewCell.of(it.name().forPeople())),
          ViewField.of("summary", "summary", DefinitionView::summary),
          ViewField.<Definition<?>>data("long_description", DefinitionView::longDescription)
              .when(it -> it.content().value() instanceof Action),
          data("valid", DefinitionView::isReadable),
          ViewField.<Definition<?>>data("yaml", Definition::yaml).exact(),
          data("created_at", Definition::createdAt),
          ViewField.of("archived_at", "archived", Definition::archivedAt));

  private DefinitionView() {}

  private static boolean isReadable(Definition<?> definition) {
    return definition.content().problems().isEmpty();
  }

  private static @Nullable String longDescription(Definition<?> definition) {
    return definition.content().value() instanceof Action action
        ? action.wording().longDescription()
        : null;
  }

  private static String address(McpServer server) {
    return switch (server.transport()) {
      case McpServer.Stdio stdio -> "command: " + String.join(" ", stdio.command());
      case McpServer.Http http -> "url: " + http.url();
    };
  }

  /**
   * What the definition does, on one line; redacted before it is cut, because half a secret is not
   * recognized.
   */
  private static String summary(Definition<?> definition) {
    String text =
        switch (definition.content().value()) {
          case Action action -> action.wording().description();
          case CommandActor actor -> "command: " + actor.line();
          case LlmActor actor -> "model: " + actor.models().getFirst();
          case McpServer server -> address(server);
          case ScriptedActor actor ->
              "script of " + CountedNoun.of(actor.script().execute().size(), "step");
          case ValidationSpec validation ->
              (validation.required() ? "required: " : "optional: ") + validation.command();
          case AutomationProfile profile -> profile.description();
          case null, default -> "cannot be read by this version";
        };
    return EntityView.shortened(EntityView.redacted(text).strip(), LONGEST_SUMMARY);
  }
}
