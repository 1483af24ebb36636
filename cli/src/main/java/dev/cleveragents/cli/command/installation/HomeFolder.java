package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.runtime.view.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The state of the home folder.
 *
 * @param writable whether files can be created in it, or, if it is missing, it can be created
 * @param freeBytes free space on its disk, or null if unknown
 */
record HomeFolder(
    Path path, boolean exists, boolean writable, boolean config, @Nullable Long freeBytes) {

  static HomeFolder look(Path path) {
    Path nearest = path;
    while (Files.notExists(nearest) && nearest.getParent() != null) {
      nearest = nearest.getParent();
    }
    return new HomeFolder(
        path,
        Files.isDirectory(path),
        Files.isDirectory(nearest) && Files.isWritable(nearest),
        Files.exists(path.resolve("config.toml")),
        freeBytes(nearest));
  }

  private static @Nullable Long freeBytes(Path path) {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      return null;
    }
  }

  void describe(Page.Builder page) {
    String state;
    if (!writable) {
      state = exists ? "cannot be written" : "missing, and cannot be created";
    } else {
      state = exists ? "writable" : "created when first needed";
    }
    page.row("home", path.toString(), state, writable ? Mark.GOOD : Mark.ATTENTION);
    page.row("config", config ? path.resolve("config.toml").toString() : "none");
    page.row("disk free", freeBytes == null ? "unknown" : MachineInfo.gigabytes(freeBytes));
  }

  Data data() {
    return Data.of("path", path)
        .with("exists", exists)
        .with("writable", writable)
        .with("config_file", config)
        .with("free_bytes", freeBytes);
  }
}
