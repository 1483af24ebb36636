package dev.cleveragents.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuiltInToolsTest {

  @Test
  void namesAndScriptKeysAreUniqueAndFindTheirTool() {
    for (Tool<?> tool : BuiltInTools.ALL) {
      assertThat(BuiltInTools.named(tool.name())).contains(tool);
      String key = tool.scriptKey();
      if (key != null) {
        assertThat(BuiltInTools.forScriptKey(key)).contains(tool);
        assertThat(tool.effects()).isNotEmpty();
      }
    }
  }

  @Test
  void theSchemaFollowsFromItsRecord() {
    assertThat(ArgumentRecord.of(new WriteFileTool()).fields())
        .extracting(Field::key, Field::required, Field::shape)
        .containsExactly(
            tuple("path", true, new Shape.RelativePath()),
            tuple("content", false, new Shape.AnyText(500_000)),
            tuple("content_lines", false, new Shape.ListOf(new Shape.AnyText(500_000), 20_000)),
            tuple("executable", false, new Shape.Flag()));
    assertThat(ArgumentRecord.of(new RunCommandTool()).fields())
        .containsExactly(
            Field.required(
                "command", new Shape.Text(20_000), "Command line, run with sh -c in the sandbox."));
  }

  @Test
  void equalArgumentsHaveEqualJsonAndOthersDiffer() {
    assertThat(json(new WriteFileTool.Arguments("a", "x", null, true)))
        .isEqualTo("{\"path\":\"a\",\"content\":\"x\",\"executable\":true}");
    assertThat(json(new WriteFileTool.Arguments("a", null, List.of("x, y"), false)))
        .isEqualTo("{\"path\":\"a\",\"content_lines\":[\"x, y\"],\"executable\":false}")
        .isNotEqualTo(json(new WriteFileTool.Arguments("a", null, List.of("x", "y"), false)));
  }

  private static String json(WriteFileTool.Arguments arguments) {
    return new ToolCall<>(new WriteFileTool(), arguments).argumentsJson();
  }
}
