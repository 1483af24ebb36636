package dev.cleveragents.bench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.ModelDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own client understands the server, whichever provider it plays. */
class ModelServerTest {

  @TempDir Path home;

  private static ModelRequest request(List<ModelTool> tools) {
    return new ModelRequest(
        new ModelRequest.Turn("execution", 1),
        "Work.",
        List.of(new ModelMessage.User("Go.")),
        tools,
        100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai/m1", "anthropic/m1"})
  void aRequestWithToolsIsAnsweredFromTheScriptAndKept(String model) throws Exception {
    List<ScriptedReply> script = new MixedTask(1).replies(Dialect.OURS, home);
    try (ModelServer server = new ModelServer(script);
        ModelDirectory models =
            new ModelDirectory(
                Map.of(
                    "OPENAI_BASE_URL", server.address(),
                    "ANTHROPIC_BASE_URL", server.address(),
                    "ANTHROPIC_API_KEY", "none"),
                home,
                TimeSource.system())) {
      ModelTool tool = new ModelTool("read_file", "Reads.", "{\"type\":\"object\"}");

      ModelReply first = ask(models, model, request(List.of(tool)));
      ModelReply aside = ask(models, model, request(List.of()));
      ModelReply last = ask(models, model, request(List.of(tool)));

      assertThat(first.text()).isEqualTo("This is turn 1.");
      assertThat(first.calls()).isEqualTo(script.getFirst().calls());
      assertThat(aside.calls()).isEmpty();
      assertThat(last.text()).isEqualTo(script.getLast().text());
      assertThat(server.aside()).isEqualTo(1);
      assertThat(server.requests()).isNotEmpty();
    }
  }

  private static ModelReply ask(ModelDirectory models, String model, ModelRequest request)
      throws Exception {
    return models
        .open(ModelName.of(model))
        .reply(request, ReplyListener.NONE, CancellationToken.none());
  }

  @Test
  void aTaskDoesFourKindsOfThings() {
    assertThat(new MixedTask(10).replies(Dialect.OPENCODE, home)).hasSize(11);
    assertThat(MixedTask.kind(5)).isEqualTo(MixedTask.Kind.COMMAND);
    assertThat(MixedTask.kind(7)).isEqualTo(MixedTask.Kind.EDIT);
  }
}
