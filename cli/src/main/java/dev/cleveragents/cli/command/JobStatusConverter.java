package dev.cleveragents.cli.command;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Reads and writes statuses of jobs in lower case. */
public final class JobStatusConverter implements ITypeConverter<AsyncJobStatus> {

  private static final List<String> WORDS =
      Arrays.stream(AsyncJobStatus.values()).map(JobStatusConverter::of).toList();

  public static String of(AsyncJobStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public AsyncJobStatus convert(String word) {
    return AsyncJobStatus.valueOf(
        new WordConverter<>(WORDS).convert(word).toUpperCase(Locale.ROOT));
  }
}
