package dev.cleveragents.exec.tree;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills all processes of a group at one stroke, which no fork of theirs can outrun. Java has no
 * call for it, so the shell's own {@code kill} does it; where that fails, the caller's single kills
 * have to do.
 */
final class GroupKill {

  private static final Logger log = LoggerFactory.getLogger(GroupKill.class);
  private static final int SECONDS = 2;

  private GroupKill() {}

  /** Does not throw, and is back within two seconds; an interrupt is left for others to see. */
  static void kill(long group) {
    ProcessBuilder kill = new ProcessBuilder("/bin/sh", "-c", "kill -s KILL -- -" + group);
    kill.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    kill.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = kill.start();
      process.getOutputStream().close();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      log.debug("No process could be started to kill the group {}", group, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
