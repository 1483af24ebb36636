package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.definition.McpServer.Effect;
import dev.cleveragents.engine.definition.McpServer.Header;
import dev.cleveragents.engine.yaml.DocumentType;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape.AnyText;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Matching;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Name;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Reads MCP servers in YAML. */
final class McpYaml {

  private static final Matching VARIABLE =
      new Matching("[A-Za-z_][A-Za-z0-9_]{0,199}", "the name of a variable");
  private static final ListOf GLOBS =
      new ListOf(
          new Matching("[A-Za-z0-9_./*-]{1,200}", "the name of a tool, in which * matches all"),
          200);
  private static final List<String> OF_PROGRAMS =
      List.of("command", "arguments", "environment", "writable");
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  static final DocumentType<McpServer> DOCUMENT =
      new DocumentType<>(
          Keys.of(
              Field.required("name", new Named(), "Its name, such as local/tracker."),
              Field.optional("description", new Text(500), "For people."),
              Field.optional(
                  "command",
                  new Text(20_000),
                  "Program that serves on its standard streams; without 'arguments' a line, run"
                      + " with sh -c."),
              Field.optional(
                  "arguments",
                  new ListOf(new AnyText(20_000), 200),
                  "Arguments of the program; no shell sees them."),
              Field.optional(
                  "environment", new ListOf(VARIABLE, 100), "Names of variables to pass to it."),
              Field.optional(
                  "writable",
                  new ListOf(new Matching("/.*", "an absolute path"), 50),
                  "Folders that it may write although it is confined."),
              Field.optional(
                  "url",
                  new Matching("https?://[^\\s]{1,2000}", "an address, such as https://…"),
                  "Address of a server on streamable HTTP, instead of a command."),
              Field.optional(
                  "headers",
                  new ListOf(
                      Keys.of(
                          Field.required(
                              "name",
                              new Matching("[A-Za-z0-9-]{1,200}", "the name of a header"),
                              "Name, such as Authorization."),
                          Field.required("variable", VARIABLE, "Variable that holds the value."),
                          Field.optional(
                              "prefix",
                              new Matching("[ -~]{0,200}", "visible text"),
                              "Text before the value, such as 'Bearer '.")),
                      20),
                  "Headers of each request; the secrets stay in the environment."),
              Field.optional("tools", GLOBS, "Tools that models may call; default: all."),
              Field.optional(
                  "effects",
                  Keys.of(
                      Field.optional(
                          "default",
                          new Word(List.of("read", "write")),
                          "Effect of all other tools; default: write."),
                      Field.optional("read", GLOBS, "Tools that change nothing."),
                      Field.optional(
                          "write", GLOBS, "Tools that change something; wins over 'read'.")),
                  "What its tools may do; a call that may write asks for approval."),
              Field.optional(
                  "timeout",
                  new Time(Duration.ofMillis(100), Duration.ofHours(1)),
                  "How long it may take to answer a request; default 1m.")),
          McpYaml::check,
          McpYaml::build);

  private McpYaml() {}

  private static void check(YamlMapping section, ProblemCollector problems) {
    if (section.names("command") == section.names("url")) {
      problems.add(section.position(), "give either 'command' or 'url'");
    }
    List<String> foreign = section.names("command") ? List.of("headers") : OF_PROGRAMS;
    foreign.stream()
        .filter(key -> section.names(key) && section.names("command") != section.names("url"))
        .forEach(
            key ->
                problems.add(
                    section.positionOf(key),
                    "'%s' belongs to servers with '%s'"
                        .formatted(key, section.names("command") ? "url" : "command")));
    section.find("url", String.class).ifPresent(url -> checkUrl(url, section, problems));
  }

  private static void checkUrl(String url, YamlMapping section, ProblemCollector problems) {
    try {
      URI address = new URI(url);
      String host = address.getHost();
      if (host == null || address.getUserInfo() != null) {
        problems.add(
            section.positionOf("url"), "'url' must have a host, and neither user nor password");
      } else if (section.names("headers")
          && "http".equalsIgnoreCase(address.getScheme())
          && !THIS_MACHINE.contains(host.toLowerCase(Locale.ROOT))) {
        problems.add(
            section.positionOf("url"), "headers would be sent unencrypted; use an https address");
      }
    } catch (URISyntaxException e) {
      problems.add(section.positionOf("url"), "'url' is not an address: " + e.getReason());
    }
  }

  private static McpServer build(YamlMapping section) {
    return new McpServer(
        section.get("name", Name.class),
        section.names("command") ? stdio(section) : http(section),
        rules(section),
        section.find("timeout", Duration.class).orElse(McpServer.DEFAULT_TIMEOUT));
  }

  private static McpServer.Transport stdio(YamlMapping section) {
    String command = section.get("command", String.class);
    return new McpServer.Stdio(
        section.names("arguments")
            ? Stream.concat(Stream.of(command), section.list("arguments", String.class).stream())
                .toList()
            : List.of("sh", "-c", command),
        section.list("environment", String.class),
        section.list("writable", String.class).stream()
            .map(path -> Path.of(path).normalize())
            .toList());
  }

  private static McpServer.Transport http(YamlMapping section) {
    return new McpServer.Http(
        URI.create(section.get("url", String.class)),
        section.list("headers", YamlMapping.class).stream()
            .map(
                header ->
                    new Header(
                        header.get("name", String.class),
                        header.get("variable", String.class),
                        header.find("prefix", String.class).orElse("")))
            .toList());
  }

  private static McpServer.Rules rules(YamlMapping section) {
    List<String> tools = section.names("tools") ? section.list("tools", String.class) : null;
    return section
        .find("effects", YamlMapping.class)
        .map(
            effects ->
                new McpServer.Rules(
                    tools,
                    effects.list("read", String.class),
                    effects.list("write", String.class),
                    effects
                        .find("default", String.class)
                        .map(McpYaml::effect)
                        .orElse(Effect.WRITE)))
        .orElseGet(() -> new McpServer.Rules(tools, List.of(), List.of(), Effect.WRITE));
  }

  private static Effect effect(String word) {
    return Effect.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
