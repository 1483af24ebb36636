package dev.cleveragents.workspace.sandbox.store;

import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.files.MakerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The description in the directory of a sandbox, so that its owner is known also where no store
 * knows it: the first thing that is written into it.
 *
 * @param record as the store had it when the directory was made
 * @param maker the process that made it
 */
public record SandboxManifest(SandboxRecord record, MakerProcess maker) {

  private static final String FILE = "sandbox.json";

  /** Puts one up. */
  public static void write(SandboxRecord record) throws IOException {
    Files.writeString(
        record.directory().resolve(FILE), text(record), StandardOpenOption.CREATE_NEW);
  }

  /** Puts another one in its place, for a new owner. */
  public static void renew(SandboxRecord record) throws IOException {
    Path next = record.directory().resolve(FILE + ".next");
    Files.writeString(next, text(record));
    Files.move(next, record.directory().resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  private static String text(SandboxRecord record) {
    Map<String, @Nullable Object> text = new LinkedHashMap<>();
    text.put("id", record.id().toString());
    text.put("plan", record.plan().toString());
    text.put("resource", record.resource().toString());
    text.put("lease", record.lease());
    text.put("host", record.host());
    text.put("base", record.base());
    text.put("created", record.createdAt().toString());
    text.put("maker", MakerProcess.current().toString());
    return Json.write(text) + "\n";
  }

  /** Reads the one of a directory; nothing if it has none that can be read. */
  public static Optional<SandboxManifest> of(Path directory) {
    try {
      Map<String, @Nullable Object> text =
          Json.readObject(Files.readString(directory.resolve(FILE)));
      Instant created = Instant.parse(word(text, "created"));
      SandboxRecord record =
          new SandboxRecord(
              SandboxId.parse(word(text, "id")),
              PlanId.parse(word(text, "plan")),
              Name.of(word(text, "resource")),
              word(text, "lease"),
              word(text, "host"),
              directory,
              word(text, "base"),
              SandboxState.ERRORED,
              created,
              created);
      return MakerProcess.parse(word(text, "maker"))
          .map(maker -> new SandboxManifest(record, maker));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static String word(Map<String, @Nullable Object> text, String name) {
    return (String) Objects.requireNonNull(text.get(name), name);
  }
}
