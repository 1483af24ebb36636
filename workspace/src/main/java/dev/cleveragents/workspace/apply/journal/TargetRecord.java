package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.AppliedTarget;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One target in the journal's row: where it and its directories are, and what it gets.
 *
 * @param place where it and its directories are
 * @param branch null for a directory
 * @param base the commit that is replaced, or the empty tree; null for a directory
 * @param destination where the result goes; of no meaning for a directory
 * @param applied what it gets, known from the COMMIT on
 */
public record TargetRecord(
    Place place,
    @Nullable String branch,
    @Nullable String base,
    Destination destination,
    AppliedTarget applied) {

  /**
   * Where things are.
   *
   * @param root the top of the work tree, or the directory
   * @param directory of the journal
   * @param staging where files wait; on the file system of {@code root}
   */
  public record Place(ResourceType type, Path root, Path directory, Path staging) {}

  public TargetRecord getting(@Nullable String commit, List<String> paths) {
    return new TargetRecord(
        place, branch, base, destination, new AppliedTarget(applied.resource(), commit, paths));
  }

  static String write(List<TargetRecord> targets, List<LocalConflict> kept, List<String> hints) {
    List<Object> list = new ArrayList<>();
    for (TargetRecord target : targets) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("resource", target.applied.resource().toString());
      members.put("type", target.place.type.id());
      members.put("root", target.place.root.toString());
      members.put("directory", target.place.directory.toString());
      members.put("staging", target.place.staging.toString());
      members.put("branch", target.branch);
      members.put("base", target.base);
      if (!(target.destination instanceof Destination.CheckedOutBranch)) {
        members.put("destination", target.destination.text());
      }
      members.put("commit", target.applied.commit());
      members.put("paths", target.applied.paths());
      list.add(members);
    }
    List<Object> left = new ArrayList<>();
    for (LocalConflict conflict : kept) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("resource", conflict.resource().toString());
      members.put("path", conflict.path());
      members.put("why", conflict.why());
      left.add(members);
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("targets", list);
    all.put("kept", left);
    all.put("hints", hints);
    return Json.write(all);
  }

  /** All targets of a row. */
  public record All(List<TargetRecord> targets, List<LocalConflict> kept, List<String> hints) {

    public ApplyOutcome.Applied applied() {
      return new ApplyOutcome.Applied(
          targets.stream().map(TargetRecord::applied).toList(), kept, hints);
    }

    /** Reads what {@link TargetRecord#write} wrote. */
    static All parse(String json) {
      Map<String, @Nullable Object> all = Json.readObject(json);
      List<TargetRecord> targets = new ArrayList<>();
      for (Object element : list(all.get("targets"))) {
        targets.add(one((Map<?, ?>) element));
      }
      List<LocalConflict> kept = new ArrayList<>();
      for (Object element : list(all.get("kept"))) {
        Map<?, ?> members = (Map<?, ?>) element;
        kept.add(
            new LocalConflict(
                Name.of(text(members, "resource")), text(members, "path"), text(members, "why")));
      }
      return new All(targets, kept, texts(all.get("hints")));
    }
  }

  private static TargetRecord one(Map<?, ?> members) {
    return new TargetRecord(
        new Place(
            ResourceType.of(text(members, "type")),
            Path.of(text(members, "root")),
            Path.of(text(members, "directory")),
            Path.of(text(members, "staging"))),
        (@Nullable String) members.get("branch"),
        (@Nullable String) members.get("base"),
        Destination.parse(members.get("destination") instanceof String text ? text : "branch"),
        new AppliedTarget(
            Name.of(text(members, "resource")),
            (@Nullable String) members.get("commit"),
            texts(members.get("paths"))));
  }

  private static String text(Map<?, ?> members, String name) {
    return (String) Objects.requireNonNull(members.get(name), name);
  }

  private static List<?> list(@Nullable Object value) {
    return (List<?>) Objects.requireNonNull(value);
  }

  private static List<String> texts(@Nullable Object value) {
    return list(value).stream().map(String.class::cast).toList();
  }
}
