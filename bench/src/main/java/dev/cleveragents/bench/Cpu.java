package dev.cleveragents.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Time of the processors, which says something even where others use them, too. */
public final class Cpu {

  private Cpu() {}

  /** What this process has used so far; its children are not in it. */
  public static long nanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
