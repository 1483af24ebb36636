package dev.cleveragents.exec.tree;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The facilities of a machine to keep track of processes.
 *
 * @param setsid the program that gives another one a session of its own, if there is one
 * @param table whether it shows the environment of processes, see {@link ProcessTable}
 */
public record HostCapabilities(Optional<Path> setsid, boolean table) {

  public static HostCapabilities current() {
    Optional<Path> setsid =
        Stream.of("/usr/bin/setsid", "/bin/setsid", "/usr/local/bin/setsid")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    return new HostCapabilities(setsid, ProcessTable.isThere());
  }
}
