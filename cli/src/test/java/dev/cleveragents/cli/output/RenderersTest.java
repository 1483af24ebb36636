package dev.cleveragents.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.cli.output.AnswerRenderer.Rendered;
import dev.cleveragents.runtime.view.Mark;
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
    return format
        .renderer(colour)
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
