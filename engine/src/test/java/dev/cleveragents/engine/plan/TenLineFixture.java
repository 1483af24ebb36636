package dev.cleveragents.engine.plan;

import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A house with a file of ten lines that plans change in several places, and a worker in it. */
public abstract class TenLineFixture {

  public static final String TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

  public @TempDir Path folder;
  public PlanFixture fixture;
  public AsyncWorker worker;

  @BeforeEach
  public void open() throws Exception {
    open(folder, TestDatabaseKind.SQLITE);
  }

  private void open(Path where, TestDatabaseKind base) throws Exception {
    fixture = new PlanFixture(where, base.in(where));
    fixture.write("ten.txt", TEN);
    fixture.commit("ten");
    worker = fixture.startWorker();
  }

  @AfterEach
  public void close() {
    worker.close();
    fixture.close();
  }

  /** The same in another place, on that database. */
  public void moveTo(TestDatabaseKind base) throws Exception {
    close();
    folder = folder.resolve("moved");
    open(folder, base);
  }

  public Plan apply(Plan plan, String stage) {
    fixture.plans.apply(plan.id());
    return fixture.await(plan.id(), stage);
  }
}
