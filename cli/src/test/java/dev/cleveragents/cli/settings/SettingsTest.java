package dev.cleveragents.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.safety.ViewLimits;
import dev.cleveragents.runtime.settings.ContextRules;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    return new Environment(variables, home, home, null, 0);
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
    CommandBounds bounds = resolve().config().bounds();
    assertThat(bounds.mode()).isEqualTo(CommandBounds.Mode.REQUIRE);
    assertThat(bounds.shared().all())
        .contains(home.resolve(".m2"), home.resolve("cache"), Path.of("/srv/x"));
    Files.writeString(file, "sandbox.writable = ''\n");
    assertThat(resolve().config().bounds().shared().all()).isEmpty();
  }

  @Test
  void howCommandsCannotBeConfinedIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "sandbox.confine = 'maybe'\n");
    refuses(file + ":1", "'maybe' is not one of auto, off, require");
    Files.writeString(file, "\nsandbox.writable = 'default, cache'\n");
    refuses(file + ":2", "'cache' is not a path");
  }

  @Test
  void aValueThatIsNoFormatIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "\n\n  \"format\" = 'fancy'\n");

    refuses(file + ":3", "sets format 'fancy', which is not one of rich, plain, json, yaml.");
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
    Files.writeString(
        file, "format = \"yaml\"\nflavour = 'sweet'\ncontext.exclud = ''\n[table]\na = 1\n");

    assertThat(resolve().format().value()).isEqualTo(Format.YAML);
    assertThat(resolve().warnings())
        .extracting(Message::text)
        .containsExactly(
            file
                + ":2: unknown key 'flavour' is ignored; 'agents config list' shows"
                + " the known ones.",
            file
                + ":3: unknown key 'context.exclud' is ignored; did you mean"
                + " 'context.exclude'?",
            file
                + ":4: unknown key 'table' is ignored; 'agents config list' shows"
                + " the known ones.");
  }

  @Test
  void theContextSettingsAreReadFromTheFile() throws IOException {
    assertThat(resolve().config().context()).isEqualTo(ContextRules.STANDARD);
    Files.writeString(
        file,
        """
        [context]
        protected = "keys/"
        exclude = ["*.{pem,key}", "vendor/"]
        max_files = 2
        budget = 4_000
        [context.execute]
        include = 'src/**, docs'
        exclude = ''
        max_files = 'none'
        """);
    ContextRules rules = resolve().config().context();
    assertThat(rules.budget()).isEqualTo(4_000);
    PathScope scope = rules.scope();
    assertThat(scope.hiddenBy(View.STRATEGIZE, "a.pem")).contains(Reason.EXCLUDED);
    assertThat(scope.hiddenBy(View.STRATEGIZE, "vendor/a")).contains(Reason.EXCLUDED);
    assertThat(scope.hiddenBy(View.DEFAULT, "lib/a")).isEmpty();
    assertThat(scope.hiddenBy(View.APPLY, "src/a.pem")).isEmpty();
    assertThat(scope.hiddenBy(View.APPLY, "lib/a")).contains(Reason.NOT_INCLUDED);
    assertThat(scope.hiddenBy(View.EXECUTE, "src/keys/a")).contains(Reason.PROTECTED);
    assertThat(taken(scope.limits(View.DEFAULT))).isEqualTo(2);
    assertThat(taken(scope.limits(View.EXECUTE))).isEqualTo(3);
  }

  private static int taken(ViewLimits sieve) {
    int taken = 0;
    for (String path : List.of("src/a", "src/b", "src/c")) {
      taken += sieve.takes(path, 1) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void aSettingOfAViewIsThatOfTheOneBeforeIfItSaysNothing() throws IOException {
    Files.writeString(file, "[context]\nexclude = 'a'\n[context.execute]\nexclude = 'b'\n");
    Settings settings = resolve();
    assertThat(settings.find("context.strategize.exclude"))
        .hasValue(new Setting<>("a", file + ":2"));
    assertThat(settings.find("context.apply.exclude")).hasValue(new Setting<>("b", file + ":4"));
    assertThat(settings.find("context.apply.include")).hasValue(new Setting<>("**", "default"));
    assertThat(settings.find("context.window")).hasValue(new Setting<>("none", "default"));
    assertThat(settings.find("context.nothing")).isEmpty();
    assertThat(settings.named())
        .containsKeys("context.include", "context.execute.exclude", "context.budget")
        .doesNotContainKeys("context.apply.exclude");
  }

  @Test
  void aSettingIsWrittenIntoItsTable() throws IOException {
    ConfigEdit edit = new ConfigEdit(home);
    Files.writeString(file, "[context]\nbudget = 900\n\n[context.apply]\nexclude = 'b'\n");
    edit.set("context.exclude", "x, {a,b}");
    edit.set("context.apply.max_files", "3");
    edit.set("context.execute.include", "src/**");
    edit.set("context.apply.exclude", "c");
    edit.set("format", "plain");
    assertThat(file)
        .content()
        .isEqualTo(
            """
            format = "plain"
            [context]
            execute.include = "src/**"
            exclude = "x, {a,b}"
            budget = 900

            [context.apply]
            max_files = "3"
            exclude = "c"
            """);
    assertThatThrownBy(() -> edit.set("context.exclude", "a, ]b"))
        .hasMessageContaining("']b' is no pattern for paths, at character 1");
  }

  @Test
  void aSettingIsRemovedFromItsTable() throws IOException {
    ConfigEdit edit = new ConfigEdit(home);
    String others = "# mine\n[context]\nbudget = 900\n\n[context.apply]\nmax_files = 3\n";
    Files.writeString(file, others.replace("max_files", "exclude = 'b'\nmax_files"));

    assertThat(edit.unset("context.exclude")).isFalse();
    assertThat(edit.unset("context.apply.exclude")).isTrue();
    assertThat(file).content().isEqualTo(others);

    Files.writeString(file, "[context]\nexclude = [\n  'a',\n  'b'\n]\n");
    assertThatThrownBy(() -> edit.unset("context.exclude"))
        .hasMessage("Cannot change %s line by line.".formatted(file));
    assertThat(file).content().contains("exclude = [");
  }

  @Test
  void theBudgetIsWhatAWindowLeavesOrLess() throws IOException {
    Files.writeString(file, "context.window = 200_000\n");
    assertThat(resolve().config().context().budget()).isEqualTo(150_000);
    Files.writeString(file, "context.window = 200_000\ncontext.reserve = 20_000\n");
    assertThat(resolve().config().context().budget()).isEqualTo(180_000);
    Files.writeString(file, "context.window = 200_000\ncontext.budget = 8_000\n");
    assertThat(resolve().config().context().budget()).isEqualTo(8_000);
    Files.writeString(file, "context.window = 9_000\ncontext.budget = 8_000\n");
    assertThat(resolve().config().context().budget()).isEqualTo(6_750);
    Files.writeString(file, "context.window = 8_000\ncontext.reserve = 9_000\n");
    refuses(file.toString(), "The model's window of 8000 tokens is 1000 too small");
  }

  @Test
  void aWrongContextSettingIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "[context]\nexclude = 'a'\n[context.execute]\nexclude = 'a, b[c'\n");
    refuses(file + ":4: context.execute.exclude: 'b[c'", "at character 2: this bracket");
    Files.writeString(file, "context.protected = ['a', '../b']\n");
    refuses(file + ":1: context.protected: '../b'", "at character 1");
    Files.writeString(file, "context.include = ['a,b']\n");
    refuses(file + ":1", "with a comma outside of braces");
    Files.writeString(file, "context.include = 3\n");
    refuses(file + ":1", "'context.include' must be text in quotes, or a list of quoted texts.");
    Files.writeString(file, "context.max_files = 1.5\n");
    refuses(file + ":1", "'context.max_files' must be a whole number.");
    Files.writeString(file, "context.max_bytes = -1\n");
    refuses(file + ":1: context.max_bytes: '-1' is not a number", "or 'none'");
    Files.writeString(file, "context.budget = 59\n");
    refuses(file + ":1: context.budget", "give 0 or at least 60");
    Files.writeString(file, "context.window = 3_000_000_000\n");
    refuses(file + ":1: context.window", "is not a number");
  }

  @Test
  void aVariableThatIsNoFormatIsRefused() {
    assertThatThrownBy(
            () -> Settings.resolve(options, environment(Map.of("CLEVERAGENTS_FORMAT", "xml"))))
        .hasMessageStartingWith("CLEVERAGENTS_FORMAT sets format 'xml'");
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
    Environment dumb = new Environment(Map.of("TERM", "dumb"), home, home, null, 80);

    assertThat(Settings.resolve(options, dumb).colour()).isEqualTo(new Setting<>(false, "TERM"));
  }
}
