package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.runtime.Jobs;
import java.util.List;

/** Finds the job that the user names by its id, or by the start or end of it. */
final class JobFinder {

  private JobFinder() {}

  /**
   * The one job that matches.
   *
   * @throws ProblemException if there is none, or several
   */
  static AsyncJob find(Jobs jobs, String idOrPart) {
    List<JobId> meant = jobs.meantBy(idOrPart, 2);
    if (meant.size() > 1) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "'%s' matches several jobs, for example %s and %s."
                  .formatted(idOrPart, meant.get(0), meant.get(1)),
              "Give more characters of the id.",
              "agents job list"));
    }
    return meant.stream()
        .findFirst()
        .flatMap(jobs::get)
        .orElseThrow(() -> new ProblemException(none(idOrPart)));
  }

  static Problem none(String idOrPart) {
    return new Problem(
        ExitCode.NOT_FOUND,
        "There is no job '%s'.".formatted(idOrPart),
        "An id has 26 characters; its first or last four or more are enough. Ended"
            + " jobs may have been purged.",
        "agents job list");
  }
}
