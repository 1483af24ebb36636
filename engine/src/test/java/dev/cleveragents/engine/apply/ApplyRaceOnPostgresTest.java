package dev.cleveragents.engine.apply;

import java.nio.file.Path;

/** The same on the other database. */
class ApplyRaceOnPostgresTest extends ApplyRaceTest {

  @Override
  ApplyFixture fixture(Path place) {
    return ApplyFixture.onPostgres();
  }
}
