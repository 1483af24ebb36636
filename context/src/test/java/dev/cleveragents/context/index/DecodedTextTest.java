package dev.cleveragents.context.index;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.index.DecodedText.Binary;
import dev.cleveragents.context.index.DecodedText.Text;
import dev.cleveragents.context.index.DecodedText.Unknown;
import java.nio.charset.Charset;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Files as their bytes are, and the text that is indexed of them. */
class DecodedTextTest {

  private static final String LINES = "// Größe für Zoë\r\n\tint größe = 1;\f\n";

  @Test
  void utf8IsTakenFirst() {
    assertThat(DecodedText.of(LINES.getBytes(UTF_8))).isEqualTo(new Text(LINES));
    assertThat(DecodedText.of(new byte[0])).isEqualTo(new Text(""));
    assertThat(DecodedText.of("\u001b[1mé".getBytes(UTF_8))).isEqualTo(new Text("\u001b[1mé"));
  }

  @Test
  void aByteOrderMarkMakesItUtf16() {
    String text = LINES + "日本 🙂";
    assertThat(DecodedText.of(("\ufeff" + text).getBytes(UTF_16LE))).isEqualTo(new Text(text));
    assertThat(DecodedText.of(("\ufeff" + text).getBytes(UTF_16BE))).isEqualTo(new Text(text));
    assertThat(DecodedText.of(hex("fffe"))).isEqualTo(new Text(""));
  }

  @Test
  void whatIsNotUtf8IsLatin1OrWindows1252() {
    assertThat(DecodedText.of(LINES.getBytes(ISO_8859_1))).isEqualTo(new Text(LINES));
    String quoted = "price: “5 €” – naïve";
    assertThat(DecodedText.of(quoted.getBytes(Charset.forName("windows-1252"))))
        .isEqualTo(new Text(quoted));
  }

  @Test
  void aNulWithoutMarkIsBinary() {
    assertThat(DecodedText.of(LINES.getBytes(UTF_16LE))).isEqualTo(new Binary());
    assertThat(DecodedText.of(hex("41e40042"))).isEqualTo(new Binary());
    assertThat(DecodedText.of(hex("fffe000041000000"))).as("UTF-32").isEqualTo(new Binary());
  }

  @Test
  void otherBytesAreNoText() {
    assertThat(DecodedText.of(hex("41814a"))).as("not in Windows-1252").isEqualTo(new Unknown());
    assertThat(DecodedText.of(hex("1f8b08e9"))).as("compressed").isEqualTo(new Unknown());
    assertThat(DecodedText.of(hex("fffe41"))).as("half a character").isEqualTo(new Unknown());
    assertThat(DecodedText.of(hex("feffd83d0041"))).as("half a pair").isEqualTo(new Unknown());
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
