package dev.cleveragents.context.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.LineRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

final class ParsedFileFormatTest {

  private static <T> T one(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  static ParsedFile random(Random random) {
    List<Symbol> symbols = new ArrayList<>();
    for (int i = 0; i < random.nextInt(10); i++) {
      Symbol.Kind kind = one(List.of(Symbol.Kind.values()), random);
      symbols.add(
          new Symbol(
              text(random),
              text(random),
              kind,
              range(random),
              text(random),
              text(random),
              random.nextInt(i + 1) - 1));
    }
    return new ParsedFile(
        one(List.of(Language.values()), random),
        random.nextBoolean(),
        symbols,
        texts(random),
        texts(random),
        IntStream.range(0, random.nextInt(5))
            .mapToObj(i -> new Chunk(text(random), range(random)))
            .toList());
  }

  private static LineRange range(Random random) {
    int first = 1 + random.nextInt(random.nextBoolean() ? 100 : 1_000_000);
    return new LineRange(first, first + random.nextInt(1000));
  }

  private static List<String> texts(Random random) {
    return IntStream.range(0, random.nextInt(5)).mapToObj(i -> text(random)).toList();
  }

  private static String text(Random random) {
    return List.of("", "a", "größer", "日本", "x".repeat(200), "😀").get(random.nextInt(6));
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    for (long seed = 0; seed < 500; seed++) {
      ParsedFile file = random(new Random(seed));

      assertThat(ParsedFileFormat.read(ParsedFileFormat.write(file)))
          .as("seed " + seed)
          .isEqualTo(file);
    }
  }

  @Test
  void everyChangedBitAndEveryCutIsRefused() {
    byte[] bytes = ParsedFileFormat.write(random(new Random(3)));
    for (int i = 0; i < bytes.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = bytes.clone();
        changed[i] ^= (byte) (1 << bit);
        assertThatThrownBy(() -> ParsedFileFormat.read(changed)).isInstanceOf(IOException.class);
      }
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> ParsedFileFormat.read(cut)).isInstanceOf(IOException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> ParsedFileFormat.read(longer)).isInstanceOf(IOException.class);
  }

  @Test
  void nonsenseWithARightChecksumIsRefusedToo() {
    byte[] body = ParsedFileFormat.write(random(new Random(7)));
    for (long seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      byte[] changed = Arrays.copyOf(body, body.length - 4);
      for (int i = 0; i <= random.nextInt(3); i++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      byte[] signed = signed(changed);
      assertThatCode(() -> readOrRefuse(signed)).as("seed " + seed).doesNotThrowAnyException();
    }
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      ParsedFile file = ParsedFileFormat.read(bytes);
      assertThat(ParsedFileFormat.write(file)).isEqualTo(bytes);
    } catch (IOException refused) {
      assertThat(refused).hasMessageMatching("(?s).+");
    }
  }

  @Test
  void aSymbolInsideOfItselfOrOfALaterOneIsRefused() {
    Symbol own = new Symbol("a", "a", Symbol.Kind.TYPE, new LineRange(1, 1), "", "", 0);
    byte[] bytes =
        ParsedFileFormat.write(
            new ParsedFile(Language.JAVA, true, List.of(own), List.of(), List.of(), List.of()));

    assertThatThrownBy(() -> ParsedFileFormat.read(bytes)).isInstanceOf(IOException.class);
  }

  @Test
  void anotherVersionIsRefusedWithAdvice() {
    byte[] body = ParsedFileFormat.write(random(new Random(1)));
    byte[] other = Arrays.copyOf(body, body.length - 4);
    other[0]++;

    assertThatThrownBy(() -> ParsedFileFormat.read(signed(other)))
        .isInstanceOf(IOException.class)
        .hasMessage("A parsed file of version 2, this program knows 1: parse it again");
  }

  private static byte[] signed(byte[] body) {
    CRC32 sum = new CRC32();
    sum.update(body);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(body);
    new FormatWriter(out).fixed((int) sum.getValue());
    return out.toByteArray();
  }
}
