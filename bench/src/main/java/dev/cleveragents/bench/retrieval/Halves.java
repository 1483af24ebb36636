package dev.cleveragents.bench.retrieval;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which cases are for what. Cases that figures are reported of are never fitted on; with several
 * repositories, nothing of the reported one decides anything.
 *
 * @param tuning what weights are fitted on: older halves
 * @param deciding what decides whether these are kept: newer halves
 * @param reported what the figures are of
 */
record Halves(List<Asked> tuning, List<Asked> deciding, List<Asked> reported) {

  /**
   * For one of the repositories.
   *
   * @param asked the cases of each, the oldest first
   */
  static Halves of(Map<String, List<Asked>> asked, String repository) {
    List<Asked> own = asked.getOrDefault(repository, List.of());
    if (asked.size() == 1) {
      List<Asked> newer = own.subList(own.size() / 2, own.size());
      return new Halves(own.subList(0, own.size() / 2), newer, newer);
    }
    List<Asked> tuning = new ArrayList<>();
    List<Asked> deciding = new ArrayList<>();
    asked.forEach(
        (other, cases) -> {
          if (!other.equals(repository)) {
            tuning.addAll(cases.subList(0, cases.size() / 2));
            deciding.addAll(cases.subList(cases.size() / 2, cases.size()));
          }
        });
    return new Halves(tuning, deciding, own);
  }
}
