package dev.cleveragents.store.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A unique name of this machine among those on one store. Two processes with the same name see the
 * same process under a process id. On Linux it is the host name with the machine's boot id and the
 * namespace of process ids, so that two containers with the same host name differ.
 */
public final class HostName {

  private static final char SEPARATOR = '~';

  private HostName() {}

  /** The name of this machine. */
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

  /** The host name within such a name, as users know it. */
  public static String forPeople(String name) {
    int end = name.indexOf(SEPARATOR);
    return end < 0 ? name : name.substring(0, end);
  }

  /**
   * Whether such a name is of this machine before its last boot, so that its processes are gone.
   */
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
