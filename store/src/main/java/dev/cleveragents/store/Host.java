package dev.cleveragents.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A name for this machine that no other one on the same store has, and that two containers on one
 * machine do not share: process ids mean the same to two processes exactly if their names are
 * equal.
 */
public final class Host {

  private Host() {}

  /** The name: on Linux this start of the machine and its space of process ids. */
  public static String name() {
    try {
      Path space = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
      return Boot.current()
          .map(boot -> boot.id() + "/" + space.toString().replaceAll("\\D", ""))
          .orElseGet(Host::byNetwork);
    } catch (IOException e) {
      return byNetwork();
    }
  }

  private static String byNetwork() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
