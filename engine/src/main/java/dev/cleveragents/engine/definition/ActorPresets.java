package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.definition.CommandActor.Program;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.exec.InstalledPrograms;
import dev.cleveragents.workspace.Name;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** The actors that the program ships: coding agents that other people make. */
public final class ActorPresets {

  /** The names of all presets. */
  public static final List<String> NAMES =
      List.of("claude-code", "codex", "gemini-cli", "opencode", "aider");

  private ActorPresets() {}

  /** All presets. */
  public static List<CommandActor> all() {
    return NAMES.stream().map(Name::of).flatMap(name -> find(name).stream()).toList();
  }

  /** The preset of this name. */
  public static Optional<CommandActor> find(Name name) {
    return yaml(name)
        .map(text -> DefinitionKind.ACTOR.read(new YamlSource(name.forPeople(), text)).orThrow())
        .map(CommandActor.class::cast);
  }

  /** The YAML of the preset of this name. */
  public static Optional<String> yaml(Name name) {
    if (!NAMES.contains(name.forPeople())) {
      return Optional.empty();
    }
    try (InputStream in =
        ActorPresets.class.getResourceAsStream("presets/" + name.forPeople() + ".yaml")) {
      if (in == null) {
        throw new IllegalStateException("No resource for the preset " + name);
      }
      return Optional.of(YamlSource.of(name.forPeople(), in).text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Why an actor cannot be used on this machine; empty if it can. */
  public static Optional<String> missing(CommandActor actor, String searchPath) {
    Program program = actor.program();
    if (program.name() == null || InstalledPrograms.on(searchPath, program.name())) {
      return Optional.empty();
    }
    return Optional.of(
        "%s needs the program '%s', which is not on the PATH; %s"
            .formatted(
                actor.name().forPeople(),
                program.name(),
                program.install() == null ? "install it" : "install it: " + program.install()));
  }
}
