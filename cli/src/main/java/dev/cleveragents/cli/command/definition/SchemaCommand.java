package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.workspace.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents schema}: the JSON Schema of a YAML file, for editors. Needs no store. */
@Command(
    name = "schema",
    description = "Print the JSON Schema of a kind of YAML file, for editors.",
    footer = "agents schema action > action.schema.json")
final class SchemaCommand implements AgentsCommand {

  @Parameters(
      paramLabel = "KIND",
      description = "Kind of file: action, actor, validation, profile or mcp.")
  DefinitionKind<?> kind = DefinitionKind.ACTION;

  @Override
  public Result run(CommandContext context) {
    String schema = kind.schema();
    return Result.ok(
        Data.of("kind", kind.toString()).with("schema", data(Json.readObject(schema))),
        Page.text(schema));
  }

  private static Data data(Map<?, ?> members) {
    Data data = Data.empty();
    for (Map.Entry<?, ?> member : members.entrySet()) {
      data = data.with(String.valueOf(member.getKey()), value(member.getValue()));
    }
    return data;
  }

  private static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> data(map);
      case List<?> list -> {
        List<@Nullable Object> all = new ArrayList<>();
        list.forEach(element -> all.add(value(element)));
        yield all;
      }
      case null, default -> value;
    };
  }
}
