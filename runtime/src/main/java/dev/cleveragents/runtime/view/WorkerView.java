package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.runtime.QueueStatus.Session;

/** The view of a worker's session. */
public final class WorkerView {

  /** The fields of a session. */
  public static final EntityView<Session> VIEW =
      EntityView.of(
          (session, _) ->
              new ViewRow(
                  session.worker(),
                  "%d of %d running".formatted(session.running(), session.capacity()),
                  "%s, process %d, beat %d%s"
                      .formatted(
                          session.host(),
                          session.pid(),
                          session.beat(),
                          session.gone() ? ", gone" : ""),
                  session.gone() ? Mark.ATTENTION : Mark.GOOD),
          data("id", Session::id),
          data("worker", Session::worker),
          data("host", Session::host),
          data("pid", Session::pid),
          data("beat", Session::beat),
          data("running", Session::running),
          data("capacity", Session::capacity),
          data("opened_at", Session::openedAt),
          data("gone", Session::gone));

  private WorkerView() {}
}
