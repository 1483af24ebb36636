package dev.cleveragents.store.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A name for this machine that no other one on the same store has, and under which a process id
 * means the same process to everybody: on Linux the host's name with the start of the machine and
 * the namespace of process ids, so that two containers of one name are two machines.
 */
public final class HostName {

  private static final char SEPARATOR = '~';

  private HostName() {}

  /** The name. */
  public static String current() {
    try {
      String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      return MachineBoot.current()
          .map(boot -> host + SEPARATOR + boot.id() + "/" + namespace.replaceAll("\\D", ""))
          .orElseGet(HostName::byNetwork);
    } catch (IOException e) {
      return byNetwork();
    }
  }

  /** The part of such a name that people know a machine by. */
  public static String forPeople(String name) {
    int end = name.indexOf(SEPARATOR);
    return end < 0 ? name : name.substring(0, end);
  }

  /** Whether such a name is of this machine before its last boot: no process of that time lives. */
  public static boolean isOfEarlierStart(String name) {
    String now = current();
    return forPeople(name).equals(forPeople(now))
        && !start(name).isEmpty()
        && !start(name).equals(start(now));
  }

  private static String start(String name) {
    int from = name.indexOf(SEPARATOR);
    int to = name.lastIndexOf('/');
    return from < 0 || to < from ? "" : name.substring(from + 1, to);
  }

  private static String byNetwork() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
