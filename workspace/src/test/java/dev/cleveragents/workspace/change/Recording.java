package dev.cleveragents.workspace.change;

import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.TestStore;
import java.util.List;

/** What is asked of the original and of ours alike: the same harness runs on both. */
interface Recording {

  /** A changeset that was started, as its starter sees it. */
  interface Started {
    void record(String path);

    List<String> paths();
  }

  Started start();

  static Recording original() {
    RacyPlanExecutionContext context = new RacyPlanExecutionContext();
    return () -> {
      int id = context.startChangeset();
      return new Started() {
        @Override
        public void record(String path) {
          context.recordChange(path);
        }

        @Override
        public List<String> paths() {
          return context.entriesOf(id);
        }
      };
    };
  }

  static Recording ours(TestStore store) {
    PlanId plan = store.newPlan();
    PlanExecutionContext context =
        new PlanExecutionContext(
            store.database(), store.jobs(), store.ids(), plan, store.newLease());
    Changesets changesets = new Changesets(store.database());
    return () -> {
      ChangesetHandle handle = context.startChangeset(1);
      return new Started() {
        @Override
        public void record(String path) {
          Samples.record(
              handle, Samples.creation(path, "x"), Samples.contents("x"), Samples.ORIGIN);
        }

        @Override
        public List<String> paths() {
          return changesets.entries(handle.id()).stream().map(it -> it.change().path()).toList();
        }
      };
    };
  }
}
