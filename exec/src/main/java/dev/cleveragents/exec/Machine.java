package dev.cleveragents.exec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a machine offers to keep hold of processes.
 *
 * @param setsid the program that gives another one a session of its own, if there is one
 * @param table whether it shows the environment of processes, see {@link ProcessTable}
 */
record Machine(Optional<Path> setsid, boolean table) {

  static Machine current() {
    Optional<Path> setsid =
        Stream.of("/usr/bin/setsid", "/bin/setsid", "/usr/local/bin/setsid")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    return new Machine(setsid, ProcessTable.isThere());
  }
}
