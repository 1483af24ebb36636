package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.store.WorkerSession;

/** A machine on which workers run. It knows which of its own processes are gone, but no other's. */
enum SimulatedMachine {
  ONE,
  TWO;

  private static final long THIS_PROCESS = ProcessHandle.current().pid();

  /** No process has such a number. */
  private static final long UNUSED_PID = 1L << 40;

  /** How a worker on this machine names itself; this process stands for every living one. */
  ProcessIdentity living() {
    return new ProcessIdentity(name(), THIS_PROCESS, null);
  }

  /**
   * A session as an observer finds it who asks this machine for its process.
   *
   * @param gone whether its process has ended
   * @param checksMachine whether the observer sees that the process is on another machine
   */
  WorkerSession seen(WorkerSession session, boolean gone, boolean checksMachine) {
    boolean here = session.process().host().equals(name());
    boolean none = here ? gone : !checksMachine;
    return none ? with(session, new ProcessIdentity(name(), UNUSED_PID, null)) : session;
  }

  private static WorkerSession with(WorkerSession session, ProcessIdentity process) {
    return new WorkerSession(
        session.id(),
        session.worker(),
        session.capacity(),
        process,
        session.beat(),
        session.running(),
        session.over(),
        session.openedAt());
  }
}
