package dev.cleveragents.workspace.apply;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The same on the other database. */
@Tag("exhaustive")
class ApplyRaceOnPostgresTest extends ApplyRaceTest {

  @Override
  ApplyFixture fixture(Path place) {
    return ApplyFixture.onPostgres();
  }
}
