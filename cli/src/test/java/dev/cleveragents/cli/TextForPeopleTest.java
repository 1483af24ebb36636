package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.cli.output.DisplayWidth;
import dev.cleveragents.cli.tree.CommandNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every command that shows something prints for people: short ids, times as people say them,
 * and no line that a terminal of 80 columns would cut inside a word. A new command has to be named
 * here.
 */
class TextForPeopleTest {

  private static final int WIDTH = 80;

  /** A whole id, but in a path. */
  private static final Pattern ID = Pattern.compile("(?<![\\w/.-])[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private static final Pattern ISO_TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d");

  /** A path or a command, which stays whole to be copied. */
  private static final Pattern TO_COPY = Pattern.compile("\\S{40,}|\\bagents .*|'agents [^']*'");

  /** Commands that work on the first and print what is tested with others, or print documents. */
  private static final Set<String> NOT_VIEWS =
      Set.of(
          "actor add",
          "actor remove",
          "actor run",
          "actor validate",
          "action archive",
          "action create",
          "action validate",
          "audit export",
          "audit rekey",
          "backup",
          "breaker reset",
          "completion",
          "config set",
          "config unset",
          "demo",
          "help",
          "index clear",
          "init",
          "install",
          "job purge",
          "mcp add",
          "mcp remove",
          "mcp test",
          "mcp validate",
          "model test",
          "plan export",
          "plan replan",
          "profile add",
          "profile remove",
          "profile validate",
          "project create",
          "project delete",
          "project link",
          "project unlink",
          "prompt eject",
          "prompt show",
          "resource add",
          "resource remove",
          "restore",
          "sandbox remove",
          "schema",
          "validation add",
          "validation remove",
          "validation validate",
          "worker run");

  /** What is run; {PLAN}, {FAILED}, {JOB} and {SANDBOX} are short ids. */
  private static final List<String> VIEWS =
      List.of(
          "action list",
          "action show run",
          "actor list",
          "actor show none",
          "approvals",
          "approvals {PLAN}",
          "approvals {FAILED}",
          "audit log",
          "audit verify",
          "breaker list",
          "config get format",
          "config list",
          "context inspect one",
          "context search one",
          "context simulate one",
          "cost",
          "diagnostics",
          "events tail --for 1s",
          "index rebuild",
          "index status",
          "info",
          "job add --exec true",
          "job list",
          "job list --all",
          "job show {JOB}",
          "job show none",
          "job cancel {JOB}",
          "job retry {JOB}",
          "mcp list",
          "mcp show none",
          "model list",
          "model show none",
          "plan apply {FAILED}",
          "plan artifacts {PLAN}",
          "plan budget {PLAN}",
          "plan conflicts {PLAN}",
          "plan resolve {PLAN}",
          "plan subplans {PLAN}",
          "plan check {FAILED}",
          "plan open {FAILED}",
          "plan cancel {FAILED}",
          "plan checkpoints {PLAN}",
          "plan checkpoints {FAILED}",
          "plan correct {FAILED} x",
          "plan diff {PLAN} --stat",
          "plan errors {FAILED}",
          "plan execute {PLAN}",
          "plan explain {PLAN}",
          "plan list",
          "plan list --all",
          "plan log {FAILED}",
          "plan pause {PLAN}",
          "plan prompt {FAILED} x",
          "plan resume {PLAN} --dry-run",
          "plan resume {PLAN}",
          "plan rollback {PLAN} none",
          "plan status {PLAN}",
          "plan status {FAILED}",
          "plan tree {PLAN}",
          "plan watch {PLAN}",
          "profile list",
          "profile show trusted",
          "project list",
          "project show",
          "prompt list",
          "resource list",
          "resource show shop",
          "sandbox list",
          "sandbox show {SANDBOX}",
          "sandbox export none",
          "validation list",
          "validation show none",
          "version",
          "worker status",
          "plan use none",
          "plan undo {PLAN}",
          "run x --exec true");

  @TempDir Path folder;

  private @Nullable TestShop opened;
  private String plan = "";
  private String failed = "";
  private String job = "";
  private String sandbox = "";

  private void prepare() throws Exception {
    TestShop shop = TestShop.in(folder);
    opened = shop;
    String goal = "a goal of many words that is much longer than a line of a terminal 計画 is wide";
    shop.cli().run("run", goal, "--exec", "false; false; false", "--json");
    shop.cli().run("run", goal, "--exec", "echo two >> a.txt && sleep 0.01", "--check", "true");
    var plans = shop.cli().run("plan", "list", "--json").json().at("/data/plans");
    plan = suffix(plans.at("/0/id").asText());
    failed = suffix(plans.at("/1/id").asText());
    shop.cli().run("job", "add", "--exec", "echo " + "word ".repeat(30));
    job = suffix(shop.cli().run("job", "list", "--json").json().at("/data/jobs/0/id").asText());
    var sandboxes = shop.cli().run("sandbox", "list", "--json").json().at("/data/sandboxes");
    sandbox = suffix(sandboxes.at("/0/id").asText());
  }

  private static String suffix(String id) {
    assertThat(id).hasSize(26);
    return id.substring(18);
  }

  @Test
  void everyCommandIsTestedOrNoView() {
    Set<String> known = new TreeSet<>(NOT_VIEWS);
    for (String name : CommandNames.all()) {
      if (VIEWS.stream().anyMatch(line -> (line + " ").startsWith(name + " "))) {
        known.add(name);
      }
    }
    assertThat(known).containsExactlyInAnyOrderElementsOf(CommandNames.all());
  }

  @Test
  void idsAreShortTimesAreReadableAndLinesBreakBetweenWords() throws Exception {
    prepare();
    SoftAssertions softly = new SoftAssertions();
    for (String line : VIEWS) {
      for (String format : List.of("rich", "plain")) {
        Run run = run(line, format);
        List<String> lines = Stream.of(run.out(), run.err()).flatMap(String::lines).toList();
        for (String each : lines) {
          boolean kept = format.equals("plain") && line.matches("job (add|retry) .*");
          softly
              .assertThat(ID.matcher(each).find() && !kept)
              .as("%s: id in: %s", line, each)
              .isFalse();
          softly.assertThat(ISO_TIME.matcher(each).find()).as("%s: %s", line, each).isFalse();
          boolean fits =
              DisplayWidth.of(withoutEscapes(each)) <= WIDTH || TO_COPY.matcher(each).find();
          softly
              .assertThat(fits || format.equals("plain"))
              .as("%s: too long: %s", line, each)
              .isTrue();
        }
      }
    }
    softly.assertAll();
  }

  /** What is left of the live view without its colours and movements. */
  private static String withoutEscapes(String line) {
    return line.replaceAll("\033\\[[?0-9;]*[A-Za-z]", "");
  }

  private Run run(String line, String format) {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      words.add(
          word.replace("{PLAN}", plan)
              .replace("{FAILED}", failed)
              .replace("{JOB}", job)
              .replace("{SANDBOX}", sandbox));
    }
    words.addAll(List.of("--format", format, "--no-color"));
    return Objects.requireNonNull(opened)
        .cli()
        .variable("PAGER", "cat")
        .onTerminal(WIDTH)
        .run(words.toArray(String[]::new));
  }
}
