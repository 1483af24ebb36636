package dev.cleveragents.exec;

/** However a command confined by namespaces ends, nothing of it is left. */
class NamespacesEndingTest extends CommandEndingTest {

  @Override
  Command shell(String line) throws InterruptedException {
    return ConfinementTest.By.NAMESPACES.shell(line);
  }
}
