package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A house with a repository and a plain directory beside it, as the resources app and docs. */
record TwoResources(PlanHouse house, Path docs) implements AutoCloseable {

  static TwoResources open(Path folder, String url) throws Exception {
    Path docs = Files.createDirectories(folder.resolve("docs"));
    Files.writeString(docs.resolve("old.txt"), "old\n");
    return new TwoResources(new PlanHouse(folder, url), docs);
  }

  static TwoResources open(Path folder) throws Exception {
    return open(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  private Project both() {
    List<Resource> resources = new ArrayList<>(house.project().resources());
    resources.add(Resource.of(Name.of("docs"), ResourceType.FS_DIRECTORY, docs));
    return new Project(house.project().name(), resources, ProjectSettings.NONE);
  }

  Plan use(String profile, Work work, ValidationSpec... checks) throws Exception {
    return house.use(profile, false, both(), work, checks);
  }

  Plan useReadOnly(Work work) throws Exception {
    return house.use("ci", true, both(), work);
  }

  /** Lets a worker have it until it stands so. */
  Plan carryOut(Plan plan, String stage) {
    try (AsyncWorker _ = house.startWorker()) {
      return house.await(plan.id(), stage);
    }
  }

  /** What it changes, as {@code CREATE local/docs/d.txt}. */
  List<String> changed(Plan plan) {
    return inWords(new Changesets(house.database).net(plan.id()));
  }

  static List<String> inWords(List<Change> changes) {
    return changes.stream()
        .map(change -> "%s %s/%s".formatted(change.operation(), change.resource(), change.path()))
        .toList();
  }

  @Override
  public void close() {
    house.close();
  }
}
