package dev.cleveragents.cli.rules.exhibit.cli;

import java.util.concurrent.TimeUnit;

/** Waits for time to pass. */
public final class Sleeping {
  void thread() throws InterruptedException {
    Thread.sleep(1);
  }

  void unit() throws InterruptedException {
    TimeUnit.SECONDS.sleep(1);
  }
}
