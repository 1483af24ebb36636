package dev.cleveragents.bench.context;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * A git repository of {@link MadeFile}s, without a work tree: one commit with all of them, then
 * some that change a few each. Written by {@code git fast-import}.
 */
final class MadeRepository {

  private static final long SEED = 6;
  private static final int FILES_A_COMMIT = 4;
  private static final long BEGIN = 1_700_000_000;

  private final Path folder;
  private final int files;
  private int commits;
  private long bytes;

  private MadeRepository(Path folder, int files) {
    this.folder = folder;
    this.files = files;
  }

  /** Makes it in an empty folder. */
  static MadeRepository make(Path folder, int files, int later)
      throws IOException, InterruptedException {
    git(folder, OutputStream::flush, "init", "-q", "-b", "main");
    MadeRepository made = new MadeRepository(folder, files);
    made.write(
        out -> {
          made.begin(out, "Begin");
          for (int number = 0; number < files; number++) {
            made.bytes += file(out, MadeFile.of(number, 0, SEED));
          }
        });
    made.write(
        out -> {
          for (int i = 0; i < later; i++) {
            made.changeSome(out, FILES_A_COMMIT);
          }
        });
    return made;
  }

  /** How many bytes the files of the first commit have. */
  long bytes() {
    return bytes;
  }

  /** Commits a change of some files. */
  void change(int some) throws IOException, InterruptedException {
    write(out -> changeSome(out, some));
  }

  /** A question about it. */
  static String question(Random random) {
    return Vocabulary.sentence(3 + random.nextInt(8), random)
        + " in "
        + Vocabulary.camel(2, random);
  }

  private interface Writing {
    void to(OutputStream out) throws IOException;
  }

  private void write(Writing writing) throws IOException, InterruptedException {
    git(folder, writing, "fast-import", "--quiet");
  }

  private void changeSome(OutputStream out, int some) throws IOException {
    Random random = new Random(SEED + commits);
    int version = commits;
    begin(out, question(random));
    if (version > 0) {
      text(out, "from refs/heads/main^0\n");
    }
    for (int i = 0; i < some; i++) {
      file(out, MadeFile.of(random.nextInt(files), version, SEED));
    }
  }

  private void begin(OutputStream out, String message) throws IOException {
    text(
        out,
        "commit refs/heads/main\ncommitter Bench <bench@example.invalid> %d +0000\n"
            .formatted(BEGIN + commits * 3_600L));
    data(out, message);
    commits++;
  }

  private static long file(OutputStream out, MadeFile file) throws IOException {
    text(out, "M 100644 inline " + file.path() + "\n");
    return data(out, file.text());
  }

  private static long data(OutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    text(out, "data " + bytes.length + "\n");
    out.write(bytes);
    text(out, "\n");
    return bytes.length;
  }

  private static void text(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void git(Path folder, Writing input, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("git").directory(folder.toFile());
    builder.command().addAll(List.of(arguments));
    Process git =
        builder
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream out = new BufferedOutputStream(git.getOutputStream(), 1 << 20)) {
      input.to(out);
    }
    if (git.waitFor() != 0) {
      throw new IOException("git " + arguments[0] + " failed; what it said is above");
    }
  }
}
