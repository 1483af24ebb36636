package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.Ranked;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class JudgedCasesTest {

  private static final JudgedCase ONE = judged("1111", "a b.java", "Ünlü\n.java");
  private static final JudgedCase TWO = judged("2222", "c.java");

  @TempDir private Path folder;

  private static JudgedCase judged(String commit, String... files) {
    return new JudgedCase(
        commit,
        Set.of(files),
        Map.of("words", List.of(new Ranked(files[0], 0.25, 12)), "none", List.of()));
  }

  private JudgedCases cases(String how) {
    return new JudgedCases(folder.resolve("judged"), how);
  }

  @Test
  void whatIsAddedIsThereForTheNext() {
    cases("so").add(ONE);
    cases("so").add(TWO);
    assertThat(cases("so").read()).isEqualTo(Map.of("1111", ONE, "2222", TWO));
  }

  @Test
  void whatWasJudgedOtherwiseIsForgotten() {
    cases("so").add(ONE);
    assertThat(cases("otherwise").read()).isEmpty();
    assertThat(cases("so").read()).isEmpty();
  }

  @Test
  void aLineThatWasNotWrittenWholeIsPassedOver() throws Exception {
    cases("so").add(ONE);
    cases("so").add(TWO);
    Path file = folder.resolve("judged");
    byte[] whole = Files.readAllBytes(file);
    for (int length = whole.length - 2; length > whole.length - 60; length--) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(cases("so").read()).as("%d bytes", length).isEqualTo(Map.of("1111", ONE));
    }
    Files.writeString(file, "\nnonsense and more\n", StandardOpenOption.APPEND);
    assertThat(cases("so").read()).isEqualTo(Map.of("1111", ONE));
  }

  @Test
  void aFitThatIsCutOffGoesOnWhereItWas() throws Exception {
    Shop shop = Shop.in(folder.resolve("shop")).grow(12);
    Path kept = folder.resolve("state").resolve("judged");
    try (Equipment equipment = Equipment.standard();
        ProjectContext project = open(shop, "state", equipment);
        ProjectContext undisturbed = open(shop, "other", equipment);
        CancellationSource stop = new CancellationSource()) {
      project.update(Progress.NONE, CancellationToken.none());
      undisturbed.update(Progress.NONE, CancellationToken.none());
      Progress stopping =
          (_, done, _) -> {
            if (done == 4) {
              stop.cancel(CancellationCause.requested("enough"));
            }
          };
      assertThatThrownBy(() -> project.fitWeights(50, stopping, stop.token()))
          .isInstanceOf(CancelledException.class);
      assertThat(lines(kept)).as("a head and four commits").isEqualTo(5);

      Map<Long, Integer> atEach = new TreeMap<>();
      WeightFit.Fitted fitted =
          project.fitWeights(
              50, (_, done, _) -> atEach.put(done, lines(kept)), CancellationToken.none());

      assertThat(atEach.get(4L)).as("the first four were not judged again").isEqualTo(5);
      assertThat(atEach.get(6L)).isEqualTo(7);
      assertThat(kept).doesNotExist();
      assertThat(fitted)
          .isEqualTo(undisturbed.fitWeights(50, Progress.NONE, CancellationToken.none()));
    }
  }

  private ProjectContext open(Shop shop, String state, Equipment equipment) throws IOException {
    return ProjectContext.open(
        shop.root(), folder.resolve(state), equipment, Optional.empty(), PathScope.ALL);
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
