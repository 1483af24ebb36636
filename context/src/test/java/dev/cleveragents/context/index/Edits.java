package dev.cleveragents.context.index;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Random writes, renames and deletes of files in a folder, from a seed. */
final class Edits {

  static final List<String> WORDS =
      List.of("alpha", "betaGamma", "HTTPServer", "delta_epsilon", "zeta", "v21", "omega", "theta");

  private final Random random;
  private final TreeMap<String, byte[]> files = new TreeMap<>();

  Edits(long seed) {
    this.random = new Random(seed);
  }

  /** Changes some files; says what each of the changed paths has now. */
  Map<String, Optional<byte[]>> some(int count) {
    Map<String, Optional<byte[]>> changes = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      int kind = random.nextInt(10);
      if (files.isEmpty() || kind < 5) {
        put(changes, path(), content());
      } else if (kind < 7) {
        String from = any();
        byte[] moved = Objects.requireNonNull(files.get(from));
        remove(changes, from);
        put(changes, path(), moved);
      } else {
        remove(changes, any());
      }
    }
    return changes;
  }

  /** Does the same to a folder. */
  static void apply(Map<String, Optional<byte[]>> changes, Path folder) throws Exception {
    for (var change : changes.entrySet()) {
      Path file = folder.resolve(change.getKey());
      if (change.getValue().isPresent()) {
        Files.createDirectories(file.getParent());
        Files.write(file, change.getValue().get());
      } else {
        Files.deleteIfExists(file);
      }
    }
  }

  private void put(Map<String, Optional<byte[]>> changes, String path, byte[] bytes) {
    files.put(path, bytes);
    changes.put(path, Optional.of(bytes));
  }

  private void remove(Map<String, Optional<byte[]>> changes, String path) {
    files.remove(path);
    changes.put(path, Optional.empty());
  }

  private String any() {
    return List.copyOf(files.keySet()).get(random.nextInt(files.size()));
  }

  private String path() {
    String ending = random.nextBoolean() ? ".def" : ".txt";
    return "d" + random.nextInt(3) + "/" + word() + random.nextInt(6) + ending;
  }

  private byte[] content() {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return new byte[] {'a', 0, 'b'};
    }
    if (kind == 1) {
      return new byte[] {'a', (byte) 0xff, 'b'};
    }
    if (kind == 2) {
      return "x".repeat(3_000).getBytes(StandardCharsets.UTF_8);
    }
    StringBuilder text = new StringBuilder();
    for (int lines = random.nextInt(40); lines > 0; lines--) {
      text.append(List.of("def ", "use ", "import ", "\n\n").get(random.nextInt(4)));
      text.append(word()).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }
}
