package dev.cleveragents.exec.confine;

import dev.cleveragents.exec.confine.MountTable.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Confines by a namespace of users and one of mounts, made by {@code unshare}. In the first one a
 * shell may mount: it puts what is writable over itself, then makes everything else read-only. Then
 * it becomes the program, in a second namespace of users, where it is again who we are and may undo
 * nothing of that. One process becomes all of these in turn, so its id and its ending are the
 * program's.
 *
 * @param unshare the program that makes namespaces
 * @param mount the program that mounts
 * @param user the ids of user and group that we run as
 */
public record NamespaceConfinement(Path unshare, Path mount, User user)
    implements ConfinementWrapper {

  /** The ids we run as. */
  public record User(String id, String group) {}

  /** Belong to the machine; what is written there is not a file of a user. */
  private static final List<Path> OF_THE_SYSTEM =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private static final String SCRIPT =
      """
      mount=$1 unshare=$2 uid=$3 gid=$4 dir=$5
      shift 5
      refuse() {
        echo "cleveragents: the command was not started, it could not be confined: $1. Try again, \
      or set sandbox.confine to off to run commands unconfined" >&2
        exit 126
      }
      while [ "$1" != -- ]; do
        case $1 in
          bind) "$mount" -n --rbind "$2" "$2" || refuse "$2 cannot be kept writable" ;;
          *) "$mount" -n -o "remount,bind,$1" none "$2" || refuse "$2 cannot be made read-only" ;;
        esac
        shift 2
      done
      shift
      cd "$dir" || refuse "$dir cannot be entered"
      exec "$unshare" --user --map-user="$uid" --map-group="$gid" -- "$@"
      """;

  @Override
  public List<String> before(Path directory, ConfinementRules confines) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(unshare.toString());
    words.addAll(List.of("--user", "--map-root-user", "--mount", "--"));
    words.addAll(List.of("/bin/sh", "-c", SCRIPT, "confine", mount.toString()));
    words.addAll(List.of(unshare.toString(), user.id(), user.group(), directory.toString()));
    MountTable mounts = MountTable.current();
    List<ConfinementRules.Rule> rules = confines.rules();
    rules.forEach(rule -> words.addAll(List.of("bind", rule.path().toString())));
    for (ConfinementRules.Rule rule : rules) {
      if (!rule.writable()) {
        String lasting = mounts.at(rule.path()).map(Mount::lasting).orElse("");
        words.addAll(List.of("ro" + lasting, rule.path().toString()));
      }
    }
    for (Mount there : mounts.visible()) {
      if (isToClose(there) && !ConfinementRules.isWritable(there.point(), rules)) {
        words.addAll(List.of("ro" + there.lasting(), there.point().toString()));
      }
    }
    words.add("--");
    return words;
  }

  @Override
  public boolean waits() {
    return false;
  }

  /** A place that cannot be reached cannot be written; looking into an automount would mount it. */
  private static boolean isToClose(Mount mount) {
    return !mount.isReadOnly()
        && OF_THE_SYSTEM.stream().noneMatch(mount.point()::startsWith)
        && !mount.type().equals("autofs")
        && Files.exists(mount.point());
  }
}
