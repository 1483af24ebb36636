package dev.cleveragents.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.sandbox.CommandBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  @TempDir private Path home;
  private Path file;
  private final GlobalOptions options = new GlobalOptions();

  @BeforeEach
  void useTheFolder() {
    options.dataDir = home;
    file = home.resolve("config.toml");
  }

  private Environment environment(Map<String, String> variables) {
    return new Environment(variables, home, home, null, false);
  }

  private Settings resolve() {
    return Settings.resolve(options, environment(Map.of()));
  }

  private void refuses(String start, String part) {
    assertThatThrownBy(this::resolve)
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.problem().exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(e.problem().message()).startsWith(start).contains(part);
              assertThat(e.problem().hint()).isNotBlank();
            });
  }

  @Test
  void aFileThatIsNoTomlIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "# comment\nformat = json\n");

    refuses(file + ":2:", "not valid TOML");
  }

  @Test
  void howCommandsAreConfinedIsReadFromTheFile() throws IOException {
    Files.writeString(
        file, "[sandbox]\nconfine = 'require'\nwritable = 'default, ~/cache, /srv/x'\n");
    CommandBounds bounds = resolve().confining().bounds(home);
    assertThat(bounds.mode()).isEqualTo(CommandBounds.Mode.REQUIRE);
    assertThat(bounds.shared().all())
        .contains(home.resolve(".m2"), home.resolve("cache"), Path.of("/srv/x"));
    Files.writeString(file, "sandbox.writable = ''\n");
    assertThat(resolve().confining().bounds(home).shared().all()).isEmpty();
  }

  @Test
  void howCommandsCannotBeConfinedIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "sandbox.confine = 'maybe'\n");
    refuses(file + ":1", "'maybe' is none of auto, off, require");
    Files.writeString(file, "\nsandbox.writable = 'default, cache'\n");
    refuses(file + ":2", "'cache' is no path");
  }

  @Test
  void aValueThatIsNoFormatIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "\n\n  \"format\" = 'fancy'\n");

    refuses(file + ":3", "says format 'fancy', which is none of rich, plain, json, yaml.");
  }

  @Test
  void aValueOfAnotherTypeIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "format = 3\n");

    refuses(file + ":1", "'format' must be text in quotes.");
  }

  @Test
  void aFileThatIsNoTextIsRefused() throws IOException {
    Files.write(file, new byte[] {'a', (byte) 0xff});

    refuses(file.toString(), "is not UTF-8 text.");
  }

  @Test
  void aHugeFileIsNotRead() throws IOException {
    Files.write(file, new byte[1_000_001]);

    refuses(file.toString(), "has more than 1,000,000 bytes.");
  }

  @Test
  void aFolderInPlaceOfTheFileIsRefused() throws IOException {
    Files.createDirectory(file);

    refuses(file.toString(), "cannot be read");
  }

  @Test
  void anUnknownKeyIsOnlyRemarkedOn() throws IOException {
    Files.writeString(file, "format = \"yaml\"\nflavour = 'sweet'\n[table]\na = 1\n");

    assertThat(resolve().format().value()).isEqualTo(Format.YAML);
    assertThat(resolve().warnings())
        .extracting(Message::text)
        .containsExactly(
            file
                + ":2: the key 'flavour' is not known and does nothing; known: format, store.url, sandbox.confine, sandbox.writable.",
            file
                + ":3: the key 'table' is not known and does nothing; known: format, store.url, sandbox.confine, sandbox.writable.");
  }

  @Test
  void aVariableThatIsNoFormatIsRefused() {
    assertThatThrownBy(
            () -> Settings.resolve(options, environment(Map.of("CLEVERAGENTS_FORMAT", "xml"))))
        .hasMessageStartingWith("CLEVERAGENTS_FORMAT says format 'xml'");
  }

  @Test
  void contradictingOptionsAreRefused() {
    options.json = true;
    options.format = Format.YAML;

    refuses("--json and --format yaml contradict each other.", "");
  }

  @Test
  void tolerantPassesOverWhatIsWrong() throws IOException {
    Files.writeString(file, "format = fancy");

    assertThat(Settings.tolerant(options, environment(Map.of())).format().value())
        .isEqualTo(Format.PLAIN);
    assertThat(
            Settings.tolerant(options, environment(Map.of("CLEVERAGENTS_FORMAT", "xml")))
                .format()
                .value())
        .isEqualTo(Format.PLAIN);
    assertThat(
            Settings.tolerant(options, environment(Map.of("CLEVERAGENTS_FORMAT", "yaml")))
                .format()
                .value())
        .isEqualTo(Format.YAML);
    options.format = Format.RICH;
    assertThat(Settings.tolerant(options, environment(Map.of())).format().value())
        .isEqualTo(Format.RICH);
    options.json = true;
    assertThat(Settings.tolerant(options, environment(Map.of())).format().value())
        .isEqualTo(Format.JSON);
  }

  @Test
  void aDumbTerminalGetsNoColour() {
    Environment dumb = new Environment(Map.of("TERM", "dumb"), home, home, null, true);

    assertThat(Settings.resolve(options, dumb).colour()).isEqualTo(new Setting<>(false, "TERM"));
  }
}
