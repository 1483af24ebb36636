package dev.cleveragents.engine.plan;

import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A house with a file of ten lines that plans change in several places, and a worker in it. */
abstract class TenLines {

  static final String TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

  @TempDir Path folder;
  PlanHouse house;
  AsyncWorker worker;

  @BeforeEach
  void open() throws Exception {
    open(folder, Base.SQLITE);
  }

  private void open(Path where, Base base) throws Exception {
    house = new PlanHouse(where, base.in(where));
    house.write("ten.txt", TEN);
    house.commit("ten");
    worker = house.startWorker();
  }

  @AfterEach
  void close() {
    worker.close();
    house.close();
  }

  /** The same in another place, on that database. */
  void moveTo(Base base) throws Exception {
    close();
    folder = folder.resolve("moved");
    open(folder, base);
  }

  Plan apply(Plan plan, String stage) {
    house.plans.apply(plan.id());
    return house.await(plan.id(), stage);
  }
}
