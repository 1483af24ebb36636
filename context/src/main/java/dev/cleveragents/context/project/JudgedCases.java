package dev.cleveragents.context.project;

import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.Ranked;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a fit has judged so far, in a file, so that one that is cut off goes on where it was. A line
 * for each commit, added as soon as it is judged; a line that was not written whole is passed over.
 * The first line says how it was judged: what was judged otherwise is forgotten. Where the file
 * cannot be written a fit is made all the same, and begins anew the next time.
 */
final class JudgedCases {

  private static final Logger log = LoggerFactory.getLogger(JudgedCases.class);

  /** Raised whenever lines are written or cases are judged in another way. */
  private static final int FORMAT = 1;

  private final Path file;
  private final String head;

  /**
   * @param how all that the finds depend on but the commit
   */
  JudgedCases(Path file, String how) {
    this.file = file;
    this.head = "judged %d %s".formatted(FORMAT, how);
  }

  /** What is kept, by commit. */
  Map<String, JudgedCase> read() {
    Map<String, JudgedCase> cases = new HashMap<>();
    try {
      List<String> lines =
          Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
      if (lines.isEmpty() || !lines.getFirst().equals(head)) {
        clear();
        return cases;
      }
      for (String line : lines.subList(1, lines.size())) {
        add(line, cases);
      }
    } catch (IOException e) {
      log.debug("What was judged before cannot be read", e);
    }
    return cases;
  }

  private static void add(String line, Map<String, JudgedCase> cases) {
    try {
      int space = line.indexOf(' ');
      byte[] bytes = Base64.getDecoder().decode(line.substring(space + 1));
      if (Long.toHexString(sum(bytes)).equals(line.substring(0, Math.max(0, space)))) {
        JudgedCase judged = parse(bytes);
        cases.put(judged.id(), judged);
      }
    } catch (IOException | IllegalArgumentException e) {
      log.debug("A judged case was not written whole", e);
    }
  }

  void add(JudgedCase judged) {
    try {
      byte[] bytes = bytes(judged);
      String line =
          Long.toHexString(sum(bytes)) + " " + Base64.getEncoder().encodeToString(bytes) + "\n";
      Files.writeString(
          file,
          Files.exists(file) ? line : head + "\n" + line,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      log.debug("What was judged cannot be kept", e);
    }
  }

  /** Forgets all: the fit is made. */
  void clear() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.debug("What was judged cannot be deleted", e);
    }
  }

  private static long sum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return sum.getValue();
  }

  private static byte[] bytes(JudgedCase judged) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(judged.id());
      out.writeInt(judged.wanted().size());
      for (String path : judged.wanted()) {
        out.writeUTF(path);
      }
      out.writeInt(judged.rankings().size());
      for (Map.Entry<String, List<Ranked>> ranking : judged.rankings().entrySet()) {
        out.writeUTF(ranking.getKey());
        out.writeInt(ranking.getValue().size());
        for (Ranked ranked : ranking.getValue()) {
          out.writeUTF(ranked.path());
          out.writeDouble(ranked.score());
          out.writeInt(ranked.tokens());
        }
      }
    }
    return bytes.toByteArray();
  }

  private static JudgedCase parse(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      String commit = in.readUTF();
      Set<String> changed = new HashSet<>();
      for (int left = in.readInt(); left > 0; left--) {
        changed.add(in.readUTF());
      }
      Map<String, List<Ranked>> rankings = new HashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        String strategy = in.readUTF();
        List<Ranked> ranking = new ArrayList<>();
        for (int more = in.readInt(); more > 0; more--) {
          ranking.add(new Ranked(in.readUTF(), in.readDouble(), in.readInt()));
        }
        rankings.put(strategy, ranking);
      }
      return new JudgedCase(commit, changed, rankings);
    }
  }
}
