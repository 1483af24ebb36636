package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ModelToolCall;
import java.util.List;

/** Requests of the tests. */
public final class Requests {

  public static final ModelTool READ =
      new ModelTool(
          "read_file",
          "Reads a file.",
          """
          {"type":"object","properties":{"path":{"type":"string","minLength":1},\
          "lines":{"type":"array","items":{"$ref":"#/$defs/range"}}},"required":["path"],\
          "$defs":{"range":{"type":"object","properties":{"from":{"type":"integer"}}}}}""");

  public static final ModelTool NOW =
      new ModelTool("now", "Tells the time.", "{\"type\":\"object\",\"properties\":{}}");

  private Requests() {}

  public static ModelRequest simple() {
    return simple(1);
  }

  public static ModelRequest simple(int turn) {
    return new ModelRequest(
        new Turn("execution", turn),
        "Be brief.",
        List.of(new ModelMessage.User("Hello")),
        List.of(READ, NOW),
        1_000);
  }

  /** With a turn of two calls behind it. */
  public static ModelRequest conversation() {
    return new ModelRequest(
        new Turn("execution", 2),
        "Be brief.",
        List.of(
            new ModelMessage.User("Hello"),
            new ModelMessage.Assistant(
                "I look.",
                List.of(
                    new ModelToolCall("a", "read_file", "{\"path\":\"x\"}"),
                    new ModelToolCall("b", "now", "{}"))),
            new ModelMessage.ToolAnswers(
                List.of(
                    new ModelMessage.ToolAnswer("a", "read_file", "content of x", false),
                    new ModelMessage.ToolAnswer("b", "now", "no clock", true)))),
        List.of(READ, NOW),
        1_000);
  }
}
