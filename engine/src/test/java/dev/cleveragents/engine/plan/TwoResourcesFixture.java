package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A house with a repository and a plain directory beside it, as the resources app and docs. */
public record TwoResourcesFixture(PlanFixture fixture, Path docs) implements AutoCloseable {

  public static TwoResourcesFixture open(Path folder, String url) throws Exception {
    Path docs = Files.createDirectories(folder.resolve("docs"));
    Files.writeString(docs.resolve("old.txt"), "old\n");
    return new TwoResourcesFixture(new PlanFixture(folder, url), docs);
  }

  public static TwoResourcesFixture open(Path folder) throws Exception {
    return open(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  private Project both() {
    List<Resource> resources = new ArrayList<>(fixture.project().resources());
    resources.add(Resource.of(Name.of("docs"), ResourceType.FS_DIRECTORY, docs));
    return new Project(fixture.project().name(), resources, ProjectSettings.NONE);
  }

  public Plan use(String profile, Work work, ValidationSpec... checks) throws Exception {
    return fixture.use(profile, false, both(), work, checks);
  }

  public Plan useReadOnly(Work work) throws Exception {
    return fixture.use("ci", true, both(), work);
  }

  /** Lets a worker have it until it stands so. */
  public Plan carryOut(Plan plan, String stage) {
    try (AsyncWorker _ = fixture.startWorker()) {
      return fixture.await(plan.id(), stage);
    }
  }

  /** What it changes, as {@code CREATE local/docs/d.txt}. */
  public List<String> changed(Plan plan) {
    return inWords(new Changesets(fixture.database).net(plan.id()));
  }

  public static List<String> inWords(List<Change> changes) {
    return changes.stream()
        .map(change -> "%s %s/%s".formatted(change.operation(), change.resource(), change.path()))
        .toList();
  }

  @Override
  public void close() {
    fixture.close();
  }
}
