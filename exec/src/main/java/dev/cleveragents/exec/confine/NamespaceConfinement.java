package dev.cleveragents.exec.confine;

import dev.cleveragents.exec.confine.ConfinementRules.Access;
import dev.cleveragents.exec.confine.ConfinementRules.Rule;
import dev.cleveragents.exec.confine.MountTable.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Confines by namespaces, made by {@code unshare}. In the first one of users a shell may mount: it
 * puts what is writable over itself, then makes everything else read-only. The program then runs in
 * a second namespace of users, where it is again who we are and may undo nothing of that.
 *
 * <p>If processes are kept apart, {@code unshare} waits for the {@link NamespaceInit}, and that for
 * the program. Otherwise one process becomes all of these in turn, so its id and its ending are the
 * program's.
 *
 * @param programs those that it uses
 * @param user the ids of user and group that we run as
 */
public record NamespaceConfinement(Programs programs, User user, Isolation isolation)
    implements ConfinementWrapper {

  /**
   * Programs of the system.
   *
   * @param unshare makes namespaces
   * @param setsid starts a session; used if processes are kept apart
   * @param ip starts the loopback interface; used for a program without network
   */
  public record Programs(Path unshare, Path mount, Path setsid, Path ip) {}

  /** The ids we run as. */
  public record User(String id, String group) {}

  /** Their own rules hold for these: what is written there is not a file of a user. */
  private static final List<Path> OF_THE_SYSTEM = List.of(Path.of("/proc"), Path.of("/dev"));

  private static final Path TERMINALS = Path.of("/dev/pts");
  private static final Path SETTINGS = Path.of("/sys");

  private static final String SCRIPT =
      """
      mount=$1 dir=$2
      shift 2
      refuse() {
        echo "cleveragents: the command was not started, it could not be confined: $1. Try again, \
      or set sandbox.confine to off to run commands unconfined" >&2
        exit 126
      }
      while [ "$1" != -- ]; do
        case $1 in
          bind) "$mount" -n --rbind "$2" "$2" || [ ! -e "$2" ] || refuse "$2 cannot be kept writable" ;;
          hide) exec 4<"$2" && "$mount" -n -t tmpfs -o mode=755 none "$2" \
      || refuse "$2 cannot be hidden"
            hidden=$2 ;;
          show) mkdir -p "$2" && "$mount" -n -c --rbind "/proc/self/fd/4${2#"$hidden"}" "$2" \
      || refuse "$2 cannot be shown" ;;
          proc) "$mount" -n -t proc -o nosuid,nodev,noexec proc "$2" \
      || refuse "processes cannot be kept apart" ;;
          terminals) "$mount" -n -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$2" \
      || refuse "terminals cannot be kept apart" ;;
          up) "$2" link set lo up || refuse "it has no loopback interface" ;;
          try,*) "$mount" -n -o "remount,bind,${1#try,}" none "$2" ;;
          *) "$mount" -n -o "remount,bind,$1" none "$2" || [ ! -e "$2" ] || refuse "$2 cannot be made read-only" ;;
        esac
        shift 2
      done
      shift
      exec 4<&-
      cd "$dir" || refuse "$dir cannot be entered"
      exec "$@"
      """;

  @Override
  public List<String> before(Path directory, ConfinementRules rules, Duration grace)
      throws IOException {
    boolean alone = isolation.ofNetwork() && !rules.network();
    List<String> words = new ArrayList<>();
    words.add(programs.unshare().toString());
    words.addAll(List.of("--user", "--map-root-user", "--mount"));
    if (isolation.ofProcesses()) {
      words.addAll(List.of("--ipc", "--pid", "--fork", "--kill-child"));
    }
    if (alone) {
      words.add("--net");
    }
    words.addAll(List.of("--", "/bin/sh", "-c", SCRIPT, "confine"));
    words.addAll(List.of(programs.mount().toString(), directory.toString()));
    if (alone) {
      words.addAll(List.of("up", programs.ip().toString()));
    }
    words.addAll(steps(rules.rules()));
    if (Files.isDirectory(TERMINALS)) {
      words.addAll(List.of("terminals", TERMINALS.toString()));
    }
    if (isolation.ofProcesses()) {
      words.addAll(List.of("proc", "/proc"));
      for (Path path : NamespaceInit.systemWide()) {
        words.addAll(List.of("bind", path.toString()));
        words.addAll(List.of("ro,nosuid,nodev,noexec", path.toString()));
      }
    }
    words.add("--");
    if (isolation.ofProcesses()) {
      words.add(programs.setsid().toString());
      words.addAll(NamespaceInit.before(grace));
    }
    words.addAll(List.of(programs.unshare().toString(), "--user"));
    words.addAll(List.of("--map-user=" + user.id(), "--map-group=" + user.group(), "--"));
    return words;
  }

  private static List<String> steps(List<Rule> rules) throws IOException {
    List<String> words = new ArrayList<>();
    List<Path> hidden =
        rules.stream().filter(rule -> rule.access() == Access.HIDDEN).map(Rule::path).toList();
    for (Rule rule : rules) {
      boolean inside = hidden.stream().anyMatch(rule.path()::startsWith);
      words.add(rule.access() == Access.HIDDEN ? "hide" : inside ? "show" : "bind");
      words.add(rule.path().toString());
    }
    MountTable mounts = MountTable.current();
    for (Rule rule : rules) {
      if (rule.access() != Access.WRITABLE) {
        boolean fresh = rule.access() == Access.HIDDEN;
        String lasting = fresh ? "" : mounts.at(rule.path()).map(Mount::lasting).orElse("");
        words.addAll(List.of("ro" + lasting, rule.path().toString()));
      }
    }
    for (Mount there : mounts.visible()) {
      if (isToClose(there) && ConfinementRules.access(there.point(), rules) == Access.READ_ONLY) {
        String how = there.point().startsWith(SETTINGS) ? "try,ro" : "ro";
        words.addAll(List.of(how + there.lasting(), there.point().toString()));
      }
    }
    return words;
  }

  @Override
  public boolean waits() {
    return isolation.ofProcesses();
  }

  /** A place that cannot be reached cannot be written; looking into an automount would mount it. */
  private static boolean isToClose(Mount mount) {
    return !mount.isReadOnly()
        && OF_THE_SYSTEM.stream().noneMatch(mount.point()::startsWith)
        && !mount.type().equals("autofs")
        && Files.exists(mount.point());
  }
}
