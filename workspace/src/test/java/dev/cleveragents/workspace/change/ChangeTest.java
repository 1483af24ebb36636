package dev.cleveragents.workspace.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** What a change and a state can be, and what not. */
class ChangeTest {

  private static final FileState STATE = Samples.state("x");

  @Test
  void aStateIsMadeOfExactBytes() {
    assertThat(FileState.of(Samples.bytes("abc"), FileMode.EXECUTABLE))
        .isEqualTo(
            new FileState(
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                FileMode.EXECUTABLE,
                3));
    assertThat(FileState.of(new byte[0], FileMode.REGULAR).size()).isZero();
  }

  @Test
  void aStateNeedsAHashAndASize() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FileState("abc", FileMode.REGULAR, 3))
        .withMessageContaining("SHA-256");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FileState(STATE.hash(), FileMode.REGULAR, -1))
        .withMessageContaining("size");
  }

  @Test
  void modesAreWrittenAsGitDoes() {
    assertThat(FileMode.REGULAR.octal()).isEqualTo("100644");
    assertThat(FileMode.EXECUTABLE.octal()).isEqualTo("100755");
    assertThat(FileMode.SYMLINK.octal()).isEqualTo("120000");
  }

  @Test
  void onlyACreatedFileHasNoStateBefore() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change("r", "p", ChangeOperation.CREATE, null, STATE, STATE))
        .withMessageContaining("before");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change("r", "p", ChangeOperation.MODIFY, null, null, STATE))
        .withMessageContaining("before");
  }

  @Test
  void onlyADeletedFileHasNoStateAfter() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change("r", "p", ChangeOperation.DELETE, null, STATE, STATE))
        .withMessageContaining("after");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change("r", "p", ChangeOperation.MODIFY, null, STATE, null))
        .withMessageContaining("after");
  }

  @Test
  void onlyAMovedFileComesFromSomewhere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change("r", "p", ChangeOperation.MOVE, null, STATE, STATE))
        .withMessageContaining("came from");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change("r", "p", ChangeOperation.MODIFY, "q", STATE, STATE))
        .withMessageContaining("came from");
  }

  @Test
  void idsOfChangesetsAreReadAndOrdered() {
    ChangesetId low = ChangesetId.parse("01HZXK3V9Q0000000000000000");
    ChangesetId high = ChangesetId.parse("01HZXK3V9Q0000000000000001");
    assertThat(low).isLessThan(high).hasToString("01HZXK3V9Q0000000000000000");
  }
}
