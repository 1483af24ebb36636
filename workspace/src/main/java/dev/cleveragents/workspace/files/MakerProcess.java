package dev.cleveragents.workspace.files;

import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.store.machine.HostName;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which process made a file or a folder, written into it or into its name, so that another one can
 * tell later whether its maker is certainly gone.
 *
 * @param process the maker
 */
public record MakerProcess(ProcessIdentity process) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})_(-|\\d{1,18})_([^@/]+)");
  private static final char MARK = '@';

  /** This process. */
  public static MakerProcess current() {
    return new MakerProcess(ProcessIdentity.current(HostName.current()));
  }

  /** The beginning of a name that says who made what it names; more comes after it. */
  public static String nameFor(String what) {
    return what + MARK + current() + MARK;
  }

  /** The maker that a name tells, if it tells one and begins with {@code what}. */
  public static Optional<MakerProcess> named(String what, String name) {
    int end = name.lastIndexOf(MARK);
    return name.startsWith(what + MARK) && end > what.length()
        ? parse(name.substring(what.length() + 1, end))
        : Optional.empty();
  }

  /** Reads what {@link #toString} wrote; nothing if it is something else. */
  public static Optional<MakerProcess> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String after = matcher.group(2);
    return Optional.of(
        new MakerProcess(
            new ProcessIdentity(
                matcher.group(3).replace(',', '/'),
                Long.parseLong(matcher.group(1)),
                after.equals("-") ? null : Duration.ofNanos(Long.parseLong(after)))));
  }

  /** Whether it is certainly gone: it ended, or this machine was rebooted since. */
  public boolean isGone() {
    return process.isGoneFrom(HostName.current()) || HostName.isOfEarlierStart(process.host());
  }

  @Override
  public String toString() {
    Duration after = process.startedAfter();
    return "%d_%s_%s"
        .formatted(
            process.pid(), after == null ? "-" : after.toNanos(), process.host().replace('/', ','));
  }
}
