package dev.cleveragents.kernel.time;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Clock and timer that a test moves by hand. {@link #advance} rings every alarm that falls due, in
 * order, on the calling thread; {@link #jumpWallClock} moves only what people read.
 */
public final class ManualTime implements TimeSource, Timer {

  private final PriorityQueue<ManualAlarm> alarms = new PriorityQueue<>();
  private long nanos = 1_000_000_000L;
  private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
  private long scheduled;

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized Instant wallTime() {
    return wall;
  }

  @Override
  public synchronized Alarm schedule(Duration delay, Runnable action) {
    ManualAlarm alarm = new ManualAlarm(nanos + Math.max(0, delay.toNanos()), scheduled++, action);
    alarms.add(alarm);
    return alarm;
  }

  /** Lets time pass, ringing what falls due on the way. */
  public void advance(Duration by) {
    long target = nanos() + by.toNanos();
    for (ManualAlarm due = nextDue(target); due != null; due = nextDue(target)) {
      due.action.run();
    }
    moveTo(target);
  }

  /** Moves the wall clock, forward or back, while no time passes. */
  public synchronized void jumpWallClock(Duration by) {
    wall = wall.plus(by);
  }

  /** How many alarms are set and have not rung. */
  public synchronized int pendingAlarms() {
    return alarms.size();
  }

  private synchronized @Nullable ManualAlarm nextDue(long target) {
    ManualAlarm next = alarms.peek();
    if (next == null || next.at > target) {
      return null;
    }
    moveTo(next.at);
    return alarms.poll();
  }

  private synchronized void moveTo(long target) {
    wall = wall.plusNanos(target - nanos);
    nanos = target;
  }

  private final class ManualAlarm implements Alarm, Comparable<ManualAlarm> {
    private final long at;
    private final long number;
    private final Runnable action;

    private ManualAlarm(long at, long number, Runnable action) {
      this.at = at;
      this.number = number;
      this.action = action;
    }

    @Override
    public int compareTo(ManualAlarm other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean cancel() {
      synchronized (ManualTime.this) {
        return alarms.remove(this);
      }
    }
  }
}
