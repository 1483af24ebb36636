package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeadAndTailTest {

  @Test
  void keepsExactlyTheFirstAndTheLastBytesHoweverTheyCome() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 3_000; round++) {
      int bound = random.nextInt(12);
      HeadAndTail kept = new HeadAndTail(bound);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int pieces = random.nextInt(8); pieces > 0; pieces--) {
        byte[] piece = new byte[random.nextInt(9)];
        random.nextBytes(piece);
        kept.add(piece);
        all.writeBytes(piece);
      }
      byte[] whole = all.toByteArray();
      int dropped = Math.max(0, whole.length - bound);
      int head = Math.min(whole.length, bound - bound / 2);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      expected.write(whole, 0, head);
      expected.writeBytes(Arrays.copyOfRange(whole, head + dropped, whole.length));
      CapturedOutput captured = kept.captured();
      assertThat(captured.bytes())
          .as("seed %d, round %d", seed, round)
          .isEqualTo(expected.toByteArray());
      assertThat(captured.dropped()).as("seed %d, round %d", seed, round).isEqualTo(dropped);
    }
  }
}
