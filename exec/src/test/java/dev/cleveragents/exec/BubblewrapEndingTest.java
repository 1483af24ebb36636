package dev.cleveragents.exec;

/** However a command confined by bubblewrap ends, nothing of it is left. */
class BubblewrapEndingTest extends CommandEndingTest {

  @Override
  Command shell(String line) throws InterruptedException {
    return ConfinementTest.By.BUBBLEWRAP.shell(line);
  }
}
