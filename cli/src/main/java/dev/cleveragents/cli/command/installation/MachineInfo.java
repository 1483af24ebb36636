package dev.cleveragents.cli.command.installation;

import com.sun.management.OperatingSystemMXBean;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.runtime.view.Mark;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** The Java, system and hardware that this process runs on. */
record MachineInfo(String java, String javaHome, String os, int cores, long memoryBytes) {

  static MachineInfo look() {
    return new MachineInfo(
        Runtime.version().toString(),
        System.getProperty("java.home"),
        "%s %s %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  void describe(Page.Builder page) {
    page.row("java", java, javaHome, Mark.GOOD);
    page.row("os", os);
    page.row("cores", Integer.toString(cores));
    page.row("memory", gigabytes(memoryBytes));
  }

  Data data() {
    return Data.of("java", java)
        .with("java_home", javaHome)
        .with("os", os)
        .with("cores", cores)
        .with("memory_bytes", memoryBytes);
  }

  static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
