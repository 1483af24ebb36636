package dev.cleveragents.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.cli.output.AnswerRenderer.Rendered;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.ViewTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenderersTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static final Result RESULT =
      Result.ok(
          Data.of("size", 3).with("none", null).with("names", List.of("a", "b")),
          Page.builder()
              .heading("Things")
              .row("size", "3")
              .row("a longer name", "yes", "really", Mark.ATTENTION)
              .heading("More")
              .row("x", "1", "", Mark.GOOD)
              .build());

  private static Rendered render(Format format, boolean colour, Outcome outcome) {
    return render(format, colour, WordWrap.UNLIMITED, outcome);
  }

  private static Rendered render(Format format, boolean colour, int columns, Outcome outcome) {
    return format
        .renderer(colour, columns)
        .render(new CommandAnswer("thing list", outcome, NOON, Duration.ofMillis(7)));
  }

  @Test
  void plainPrintsOneFactPerLine() {
    assertThat(render(Format.PLAIN, true, RESULT).out())
        .isEqualTo(
            """
            Things
            size: 3
            a longer name: yes (really)
            More
            x: 1
            """);
  }

  @Test
  void richAlignsAndMarks() {
    assertThat(render(Format.RICH, false, RESULT).out())
        .isEqualTo(
            """
            Things
              size           3
            ! a longer name  yes  really

            More
            ✓ x              1
            """);
    assertThat(render(Format.RICH, true, RESULT).out())
        .contains("\u001b[1mThings\u001b[0m\n", "\u001b[33m!\u001b[0m a longer name");
  }

  @Test
  void onATerminalNoLineIsLongerThanItButWhatIsCopied() {
    Result result =
        Result.ok(
            Data.empty(),
            Page.builder()
                .row("goal", "one two three four five six", "a note that goes below", Mark.NONE)
                .command("next", "agents plan apply 8K4T --only some/long/path.txt")
                .build());
    assertThat(render(Format.RICH, true, 24, result).out())
        .isEqualTo(
            """
              goal  one two three
                    four five six
                    \u001b[2ma note that\u001b[0m
                    \u001b[2mgoes below\u001b[0m
              next  agents plan apply 8K4T --only some/long/path.txt
            """);
    Problem problem = new Problem(ExitCode.FAILED, "It failed for a reason.", null, "agents info");
    assertThat(render(Format.RICH, false, 24, problem).err())
        .isEqualTo(
            """
            error: It failed for a
                   reason.
            next: agents info
            """);
  }

  @Test
  void aTableIsAlignedAndItsLastColumnIsCut() {
    ViewTable<String> table =
        new ViewTable<>(
            List.of("id", "none", "goal"),
            goal -> new ViewTable.Line(List.of("8K4T", "", goal), Mark.GOOD));
    Result list =
        Result.ok(
            Data.empty(), Page.builder().table(table, List.of("計画 one two three", "b")).build());
    assertThat(render(Format.RICH, false, 20, list).out())
        .isEqualTo(
            """
              id    goal
            ✓ 8K4T  計画 one tw…
            ✓ 8K4T  b
            """);
    assertThat(render(Format.PLAIN, false, 20, list).out())
        .isEqualTo("8K4T\t\t計画 one two three\n8K4T\t\tb\n");
  }

  @Test
  void idsInProblemsAreShortForPeopleAndWholeForPrograms() {
    String id = "01M7TTRG70P92SKZ6RBW0Y9004";
    String text = "Plan %s, in /home/%s/x, is gone.".formatted(id, id);
    Problem problem = new Problem(ExitCode.CONFLICT, text, null, "agents plan status " + id);
    assertThat(render(Format.PLAIN, false, problem).err())
        .contains("Plan BW0Y9004, in /home/%s/x".formatted(id), "agents plan status BW0Y9004");
    assertThat(render(Format.JSON, false, problem).out()).contains(text, "status " + id);
  }

  @Test
  void aDiffHasTheColoursOfGit() {
    String diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@ #1\n-a\n+b\n c\n";
    Result shown = Result.ok(Data.empty(), Page.diff(diff));
    assertThat(render(Format.RICH, true, shown).out())
        .isEqualTo(
            """
            \u001b[1mdiff --git a/x b/x\u001b[0m
            \u001b[1m--- a/x\u001b[0m
            \u001b[1m+++ b/x\u001b[0m
            \u001b[36m@@ -1 +1 @@\u001b[0m #1
            \u001b[31m-a\u001b[0m
            \u001b[32m+b\u001b[0m
             c
            """);
    assertThat(render(Format.RICH, false, shown).out()).isEqualTo(diff);
  }

  @Test
  void jsonIsTheEnvelopeAndNothingElse() {
    Rendered rendered = render(Format.JSON, true, RESULT);

    assertThat(rendered.out())
        .isEqualTo(
            """
            {
              "command" : "thing list",
              "status" : "ok",
              "exit_code" : 0,
              "data" : {
                "size" : 3,
                "none" : null,
                "names" : [
                  "a",
                  "b"
                ]
              },
              "timing" : {
                "started" : "2026-01-01T12:00:00Z",
                "duration_ms" : 7
              },
              "messages" : [ ]
            }
            """);
    assertThat(rendered.err()).isEmpty();
  }

  @Test
  void yamlIsTheSameEnvelope() {
    assertThat(render(Format.YAML, true, RESULT).out())
        .isEqualTo(
            """
            command: "thing list"
            status: "ok"
            exit_code: 0
            data:
              size: 3
              none: null
              names:
              - "a"
              - "b"
            timing:
              started: "2026-01-01T12:00:00Z"
              duration_ms: 7
            messages: []
            """);
  }

  @Test
  void aWarningMakesTheStatusWarnAndGoesToStandardError() {
    Result warned = RESULT.withMessages(List.of(Message.warning("mind")));

    assertThat(render(Format.JSON, true, warned).out())
        .contains("\"status\" : \"warn\"", "\"level\" : \"warn\"", "\"text\" : \"mind\"");
    assertThat(render(Format.PLAIN, true, warned).err()).isEqualTo("warning: mind\n");
    assertThat(render(Format.RICH, true, warned).err())
        .isEqualTo("\u001b[33mwarning:\u001b[0m mind\n");
  }

  @Test
  void aNegativeAnswerKeepsItsDataExitCodeAndReason() {
    Problem why = new Problem(ExitCode.NOT_FOUND, "There is none.", null, null);
    Result no = Result.no(why, Data.of("size", 0), Page.text("none"));

    assertThat(render(Format.JSON, true, no).out())
        .contains("\"status\" : \"error\"", "\"exit_code\" : 3", "\"size\" : 0")
        .contains("There is none.");
    assertThat(render(Format.PLAIN, true, no).out()).isEqualTo("none\n");
  }

  @Test
  void aNegativeAnswerNeedsAReason() {
    assertThatThrownBy(
            () -> new Result(ExitCode.FAILED, Data.of("size", 0), Page.text("none"), List.of()))
        .hasMessageContaining("needs a reason");
  }

  @Test
  void aProblemSaysWhatWhyAndWhatNext() {
    Problem problem = new Problem(ExitCode.CONFLICT, "It runs.", "Wait.", "agents wait");

    assertThat(render(Format.RICH, true, problem))
        .isEqualTo(
            new Rendered(
                "",
                """
                \u001b[31merror:\u001b[0m It runs.
                \u001b[1mhint:\u001b[0m Wait.
                \u001b[1mnext:\u001b[0m agents wait
                """));
    assertThat(render(Format.JSON, true, problem).out())
        .contains("\"code\" : \"conflict\"", "\"exit_code\" : 4", "\"command\" : \"agents wait\"");
  }

  @Test
  void controlCharactersAreShownNotSent() {
    Result evil =
        Result.ok(
            Data.empty(), Page.builder().row("file\r", "a\u001b[2Jb", "\u0007", Mark.NONE).build());

    assertThat(render(Format.PLAIN, true, evil).out())
        .isEqualTo("file\\u000d: a\\u001b[2Jb (\\u0007)\n");
    assertThat(render(Format.RICH, false, evil).out()).doesNotContain("\u001b", "\r", "\u0007");
    assertThat(render(Format.JSON, true, new Problem(ExitCode.FAILED, "\u001b", null, null)).out())
        .contains("\\u001B");
  }
}
