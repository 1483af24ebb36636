package dev.cleveragents.exec.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Confines by {@code bwrap}: all file systems read-only but for some devices and what the rules
 * open. It waits for the program and ends with its exit code. The user stays as it is.
 *
 * @param bwrap the program
 */
public record Bubblewrap(Path bwrap, Isolation isolation) implements ConfinementWrapper {

  private static final Logger log = LoggerFactory.getLogger(Bubblewrap.class);
  private static final Path DEVICES = Path.of("/dev");

  /** Besides the standard ones: shared memory, virtual machines, file systems, graphics, sound. */
  private static final Pattern SHARED =
      Pattern.compile("shm|mqueue|kvm|fuse|net|dri|nvidia.*|kfd|dxg|snd|video[0-9]+|vsock|udmabuf");

  @Override
  public List<String> before(Path directory, ConfinementRules rules, Duration grace) {
    List<String> words = new ArrayList<>();
    words.add(bwrap.toString());
    words.addAll(List.of("--unshare-user", "--cap-drop", "CAP_SYS_ADMIN"));
    if (isolation.ofProcesses()) {
      words.addAll(List.of("--unshare-pid", "--unshare-ipc", "--as-pid-1", "--new-session"));
    }
    if (isolation.ofNetwork() && !rules.network()) {
      words.add("--unshare-net");
    }
    words.addAll(List.of("--ro-bind", "/", "/"));
    words.addAll(devices());
    words.addAll(processes());
    List<ConfinementRules.Rule> all = rules.rules();
    for (ConfinementRules.Rule rule : all) {
      String path = rule.path().toString();
      words.addAll(
          switch (rule.access()) {
            case WRITABLE -> List.of("--bind-try", path, path);
            case READ_ONLY -> List.of("--ro-bind-try", path, path);
            case HIDDEN -> List.of("--tmpfs", path);
          });
    }
    all.stream()
        .filter(rule -> rule.access() == ConfinementRules.Access.HIDDEN)
        .forEach(rule -> words.addAll(List.of("--remount-ro", rule.path().toString())));
    words.addAll(List.of("--chdir", directory.toString(), "--"));
    if (isolation.ofProcesses()) {
      words.addAll(NamespaceInit.before(grace));
    }
    return words;
  }

  /**
   * Devices of its own, without the terminals of the user: a program that may write these controls
   * what they show, and reads what the user types.
   */
  private static List<String> devices() {
    List<String> words = new ArrayList<>(List.of("--dev", DEVICES.toString()));
    try (Stream<Path> all = Files.list(DEVICES)) {
      all.filter(path -> SHARED.matcher(path.getFileName().toString()).matches())
          .sorted()
          .forEach(
              path -> words.addAll(List.of("--dev-bind-try", path.toString(), path.toString())));
    } catch (IOException e) {
      log.debug("Commands get the standard devices only", e);
    }
    return words;
  }

  private List<String> processes() {
    if (!isolation.ofProcesses()) {
      return List.of("--bind", "/proc", "/proc");
    }
    List<String> words = new ArrayList<>(List.of("--proc", "/proc"));
    NamespaceInit.systemWide()
        .forEach(path -> words.addAll(List.of("--ro-bind", path.toString(), path.toString())));
    return words;
  }

  @Override
  public boolean waits() {
    return true;
  }
}
