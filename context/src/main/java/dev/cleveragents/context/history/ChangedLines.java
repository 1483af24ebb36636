package dev.cleveragents.context.history;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks git which lines some commits wrote in some files: once for each, since a commit never
 * changes. Failures of git are not cached.
 */
final class ChangedLines {

  private static final Pattern HUNK =
      Pattern.compile("@@ -\\d+(?:,(?<old>\\d+))? \\+(?<at>\\d+)(?:,(?<new>\\d+))? @@.*");

  private static final List<String> DIFF =
      List.of(
          ("--literal-pathspecs -c core.quotePath=false diff-tree --stdin --root -r -p -U0 "
                  + "--no-renames --no-ext-diff --no-textconv --no-color "
                  + "--src-prefix=a/ --dst-prefix=b/ --")
              .split(" ", -1));
  private static final int MOST_BYTES = 8 * 1024 * 1024;

  private static final int MOST_CACHED = 5_000;

  private record Change(String commit, String path) {}

  private final Git git;

  /** An empty list for a file of which git says nothing. */
  private final Cache<Change, List<LineRange>> known =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(MOST_CACHED).build();

  ChangedLines(Git git) {
    this.git = git.withDeadline(Duration.ofSeconds(20)).withMostBytes(MOST_BYTES);
  }

  /** The lines that each file's commit wrote; nothing for a file of which git does not say it. */
  Map<String, List<LineRange>> of(Map<String, Commit> last, CancellationToken token)
      throws InterruptedException {
    Map<String, List<LineRange>> all = new TreeMap<>();
    Map<String, Commit> missing = new LinkedHashMap<>();
    last.forEach(
        (path, commit) -> {
          List<LineRange> lines = known.getIfPresent(new Change(commit.id(), path));
          if (lines == null) {
            missing.put(path, commit);
          } else {
            all.put(path, lines);
          }
        });
    if (!missing.isEmpty()) {
      try {
        Map<String, List<LineRange>> read = read(missing, token);
        missing.forEach(
            (path, commit) ->
                known.put(new Change(commit.id(), path), read.getOrDefault(path, List.of())));
        all.putAll(read);
      } catch (GitException e) {
        // Too much, or git is in trouble: the beginnings of the files will do.
      }
    }
    all.values().removeIf(List::isEmpty);
    return all;
  }

  private Map<String, List<LineRange>> read(Map<String, Commit> last, CancellationToken token)
      throws InterruptedException {
    List<String> arguments = new ArrayList<>(DIFF);
    arguments.addAll(last.keySet());
    TreeSet<String> ids = new TreeSet<>();
    last.values().forEach(commit -> ids.add(commit.id()));
    byte[] input = (String.join("\n", ids) + "\n").getBytes(StandardCharsets.UTF_8);
    return parse(new String(git.run(arguments, input, token), StandardCharsets.UTF_8), last);
  }

  private static Map<String, List<LineRange>> parse(String said, Map<String, Commit> last) {
    Map<String, List<LineRange>> ranges = new TreeMap<>();
    String commit = "";
    String path = "";
    int body = 0;
    for (String line : said.split("\n", -1)) {
      if (body > 0) {
        // A line of the file, whatever it looks like; git's own remark is none.
        body -= line.startsWith("\\") ? 0 : 1;
      } else if (line.startsWith("+++ ")) {
        path = line.startsWith("+++ b/") ? withoutTab(line.substring(6)) : "";
      } else if (line.startsWith("@@ ")) {
        Matcher hunk = HUNK.matcher(line);
        if (hunk.matches()) {
          int added = count(hunk.group("new"));
          body = count(hunk.group("old")) + added;
          Commit wanted = last.get(path);
          if (wanted != null && wanted.id().equals(commit)) {
            ranges.computeIfAbsent(path, it -> new ArrayList<>()).add(range(hunk, added));
          }
        }
      } else if (!line.isEmpty() && line.indexOf(' ') < 0) {
        commit = line;
      }
    }
    return ranges;
  }

  /** What was only taken out leaves the line before it. */
  private static LineRange range(Matcher hunk, int added) {
    int first = Math.max(1, Integer.parseInt(hunk.group("at")));
    return new LineRange(first, first + Math.max(1, added) - 1);
  }

  /** Git ends a name that holds a space with a tab. */
  private static String withoutTab(String name) {
    return name.endsWith("\t") ? name.substring(0, name.length() - 1) : name;
  }

  private static int count(@Nullable String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }
}
