package dev.cleveragents.bench.durable;

import java.io.IOException;
import java.sql.SQLException;

/** A contender whose database is dropped when it is closed. */
record DroppingContender(QueueContender contender, EmptyDatabases databases)
    implements QueueContender {

  @Override
  public void enqueue(int jobs) throws Exception {
    contender.enqueue(jobs);
  }

  @Override
  public void enqueueNumbered(int number) throws Exception {
    contender.enqueueNumbered(number);
  }

  @Override
  public String openJobs() {
    return contender.openJobs();
  }

  @Override
  public String url() {
    return contender.url();
  }

  @Override
  public void close() {
    contender.close();
    try {
      databases.drop(url());
    } catch (IOException | SQLException e) {
      System.err.println("not dropped: " + e.getMessage());
    }
  }
}
