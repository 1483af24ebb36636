package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.yaml.YamlProblem;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.CountedNoun;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents action validate} and its like: checks a file and stores nothing. */
@Command(
    name = "validate",
    description = "Check a YAML file without storing it; exit code 1 if it has mistakes.",
    footer = "agents ${PARENT-COMMAND-NAME} validate my-${PARENT-COMMAND-NAME}.yaml")
final class DefinitionValidateCommand implements AgentsCommand {

  private final DefinitionKind<?> kind;

  @Parameters(paramLabel = "FILE", description = "YAML file; 'agents schema' prints its schema.")
  Path file = Path.of("");

  DefinitionValidateCommand(DefinitionKind<?> kind) {
    this.kind = kind;
  }

  @Override
  public Result run(CommandContext context) {
    YamlSource source =
        YamlSource.of(context.environment().workingDirectory().resolve(file).normalize());
    List<YamlProblem> problems = kind.read(source).problems();
    Data data =
        Data.of("file", source.name())
            .with("valid", problems.isEmpty())
            .with("problems", problems.stream().map(DefinitionValidateCommand::data).toList());
    if (problems.isEmpty()) {
      return Result.ok(data, Page.text("%s is a valid %s".formatted(file, kind.noun())));
    }
    Page.Builder page = Page.builder();
    problems.forEach(problem -> page.text(problem.toString()));
    return Result.no(wrong(problems), data, page.build());
  }

  private Problem wrong(List<YamlProblem> problems) {
    return new Problem(
        ExitCode.FAILED,
        "%s is not a valid %s: %s."
            .formatted(
                file,
                kind.noun(),
                problems.size() == 1
                    ? problems.getFirst().message()
                    : CountedNoun.of(problems.size(), "problem")),
        "Correct the file; the schema lists every key.",
        "agents schema " + kind);
  }

  private static Data data(YamlProblem problem) {
    return Data.of("line", problem.position().line())
        .with("column", problem.position().column())
        .with("message", problem.message());
  }
}
