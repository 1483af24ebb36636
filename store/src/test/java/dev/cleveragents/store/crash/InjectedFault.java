package dev.cleveragents.store.crash;

/** A fault of a process or a database. */
enum InjectedFault {
  /** SIGKILL, and another is started in its place. */
  KILL_WORKER,
  /** SIGSTOP for longer than the lease, then SIGCONT: its jobs run elsewhere by then. */
  FREEZE_WORKER,
  /** SIGKILL to the process that enqueues, and it is started again. */
  KILL_CLIENT,
  /** The file cannot grow for a while. */
  FULL_DISK,
  /** Connections are ended by the server. */
  TERMINATE_BACKENDS,
  /** The server stops in good order and is started again. */
  RESTART_SERVER,
  /** The server is gone without a word and is started again. */
  CRASH_SERVER
}
