package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.output.DisplayWidth;
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
  private int width = 40;
  private final Streams streams = new Streams(out, OutputStream.nullOutputStream());

  @Test
  void saidLinesAreAboveTheBlock() {
    LiveBlock block = new LiveBlock(streams, () -> width, true);
    block.show(List.of("plan", "└─ step 1"));
    block.show(List.of("plan", "└─ step 1"));
    block.say(List.of("done"));
    block.show(List.of("plan", "└─ step 2"));
    assertThat(screen()).containsExactly("done", "plan", "└─ step 2");
  }

  @Test
  void nothingOfItIsLeftBehind() {
    LiveBlock block = new LiveBlock(streams, () -> width, true);
    block.say(List.of("first"));
    block.show(List.of("plan", "a long line that is shorter later", "third"));
    block.show(List.of("plan", "short"));
    assertThat(screen()).containsExactly("first", "plan", "short");
    block.show(List.of());
    block.say(List.of("last"));
    assertThat(screen()).containsExactly("first", "last");
  }

  @Test
  void inANarrowWindowEachLineIsStillOneRow() {
    LiveBlock block = new LiveBlock(streams, () -> width, true);
    width = 20;
    block.show(List.of("x".repeat(500), "y".repeat(500)));
    block.show(List.of("plan", "z".repeat(50), "計画".repeat(10)));
    assertThat(screen()).containsExactly("plan", "z".repeat(19) + "…", "計画計画計画計画計…");
  }

  @Test
  void aNarrowerWindowBreaksTheLinesWhichAreThenReplaced() {
    LiveBlock block = new LiveBlock(streams, () -> width, true);
    block.say(List.of("first"));
    block.show(List.of("a".repeat(39), "b".repeat(30), "c"));
    width = 20;
    block.show(List.of("plan", "step"));
    assertThat(written()).as("two rows, two rows and one").contains("\r\033[4A");
    width = 60;
    block.show(List.of("plan", "step"));
    assertThat(written())
        .as("drawn again, because the width has changed")
        .endsWith("step\033[K\033[?7h");
    assertThat(written().split("plan", -1)).hasSize(3);
  }

  @Test
  void aLineAboveTheBlockIsWrittenTogetherWithIt() {
    List<String> writes = new ArrayList<>();
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new AssertionError("not at once");
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            writes.add(new String(bytes, from, length, StandardCharsets.UTF_8));
          }
        };
    LiveBlock block =
        new LiveBlock(new Streams(counting, OutputStream.nullOutputStream()), () -> width, true);
    block.show(List.of("plan", "step"));
    block.say(List.of("done"));
    assertThat(writes).as("no moment without the block").hasSize(2);
    assertThat(writes.getLast()).contains("done", "plan", "step").doesNotContain("\033[J");
  }

  @Test
  void withoutATerminalOnlyWhatIsSaidIsWritten() {
    LiveBlock block = new LiveBlock(streams, () -> width, false);
    block.show(List.of("step 1"));
    block.say(List.of("done"));
    assertThat(written()).isEqualTo("done\n");
  }

  @Test
  void itNeverObeysWhatItShows() {
    LiveBlock block = new LiveBlock(streams, () -> width, true);
    block.show(List.of("a\nb\033[2J"));
    assertThat(screen()).hasSize(1);
    assertThat(written()).doesNotContain("\033[2J");
  }

  private String written() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What the terminal shows of it: enough of one for what is written here. */
  private List<String> screen() {
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
        int wide = DisplayWidth.of(signs.group());
        assertThat(wraps && column >= width).as("wraps").isFalse();
        StringBuilder line = rows.get(row);
        int at = Math.min(column, width - 1);
        if (at < line.length()) {
          line.replace(at, at + 1, signs.group());
        } else {
          line.append(signs.group());
        }
        column += wide;
      }
    }
    return rows.stream().map(StringBuilder::toString).filter(it -> !it.isEmpty()).toList();
  }
}
