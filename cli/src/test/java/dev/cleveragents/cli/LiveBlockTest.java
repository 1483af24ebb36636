package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LiveBlockTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Streams streams = new Streams(out, OutputStream.nullOutputStream());

  @Test
  void saidLinesAreAboveTheBlock() {
    LiveBlock block = new LiveBlock(streams, true);
    block.show(List.of("plan", "└─ step 1"));
    block.show(List.of("plan", "└─ step 1"));
    block.say("done");
    block.show(List.of("plan", "└─ step 2"));
    assertThat(screen(40)).containsExactly("done", "plan", "└─ step 2");
  }

  @Test
  void nothingOfItIsLeftBehind() {
    LiveBlock block = new LiveBlock(streams, true);
    block.say("first");
    block.show(List.of("plan", "a long line that is shorter later", "third"));
    block.show(List.of("plan", "short"));
    assertThat(screen(40)).containsExactly("first", "plan", "short");
    block.show(List.of());
    block.say("last");
    assertThat(screen(40)).containsExactly("first", "last");
  }

  @Test
  void inANarrowWindowEachLineIsStillOneRow() {
    LiveBlock block = new LiveBlock(streams, true);
    block.show(List.of("x".repeat(500), "y".repeat(500)));
    block.show(List.of("plan", "z".repeat(50)));
    assertThat(screen(20)).containsExactly("plan", "z".repeat(20));
  }

  @Test
  void withoutATerminalOnlyWhatIsSaidIsWritten() {
    LiveBlock block = new LiveBlock(streams, false);
    block.show(List.of("step 1"));
    block.say("done");
    assertThat(written()).isEqualTo("done\n");
  }

  @Test
  void itNeverObeysWhatItShows() {
    LiveBlock block = new LiveBlock(streams, true);
    block.show(List.of("a\nb\033[2J"));
    assertThat(screen(40)).hasSize(1);
    assertThat(written()).doesNotContain("\033[2J");
  }

  private String written() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What a terminal of that width shows of it: enough of one for what is written here. */
  private List<String> screen(int width) {
    List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
    int row = 0;
    int column = 0;
    boolean wraps = true;
    Matcher signs = Pattern.compile("\033\\[(\\??)(\\d*)([A-Za-z])|(?s).").matcher(written());
    while (signs.find()) {
      if (signs.group(3) != null) {
        switch (signs.group(3)) {
          case "A" -> row -= Integer.parseInt(signs.group(2));
          case "K" -> rows.get(row).setLength(Math.min(column, rows.get(row).length()));
          case "J" -> {
            rows.get(row).setLength(Math.min(column, rows.get(row).length()));
            rows.subList(row + 1, rows.size()).clear();
          }
          case "h" -> wraps = true;
          case "l" -> wraps = false;
          default -> throw new AssertionError("Not known here: " + signs.group());
        }
      } else if (signs.group().equals("\r")) {
        column = 0;
      } else if (signs.group().equals("\n")) {
        row++;
        column = 0;
        if (row == rows.size()) {
          rows.add(new StringBuilder());
        }
      } else {
        assertThat(wraps && column >= width).as("wraps").isFalse();
        StringBuilder line = rows.get(row);
        int at = Math.min(column, width - 1);
        if (at < line.length()) {
          line.replace(at, at + 1, signs.group());
        } else {
          line.append(signs.group());
        }
        column++;
      }
    }
    return rows.stream().map(StringBuilder::toString).filter(it -> !it.isEmpty()).toList();
  }
}
