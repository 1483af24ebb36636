package dev.cleveragents.runtime;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A name for this machine that no other one on the same store has, and under which a process id
 * means the same process to everybody: on Linux the host's name with the start of the machine and
 * the namespace of process ids, so that two containers of one name are two machines.
 */
final class Host {

  private static final char SEPARATOR = '~';

  private Host() {}

  static String name() {
    try {
      String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      return name
          + SEPARATOR
          + boot.substring(0, Math.min(8, boot.length()))
          + namespace.replaceAll("[^0-9]", "");
    } catch (IOException e) {
      return fromNetwork();
    }
  }

  /** The part that people know a machine by. */
  static String forPeople(String name) {
    int end = name.indexOf(SEPARATOR);
    return end < 0 ? name : name.substring(0, end);
  }

  private static String fromNetwork() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "localhost";
    }
  }
}
