package dev.cleveragents.store;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.BatchedWork.UnitFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Units of work that are stored in one transaction. The id of the batch is stored with them, so
 * that a commit whose answer was lost can be looked up. Confined to one thread.
 */
final class UnitBatch {

  final String id;
  final List<PendingUnit<?, ?>> units;

  /** Whether a commit was sent but not answered, so that the units may be stored. */
  boolean outcomeUnknown;

  private final boolean afterFailure;

  UnitBatch(String id, List<PendingUnit<?, ?>> units) {
    this(id, units, false);
  }

  private UnitBatch(String id, List<PendingUnit<?, ?>> units, boolean afterFailure) {
    this.id = id;
    this.units = new ArrayList<>(units);
    this.afterFailure = afterFailure;
  }

  /**
   * The batches in which the other units are stored after one has failed and was removed: together
   * once more, then in halves. If all of a thousand fail, removing one at a time would run them
   * half a million times, and heartbeats would wait for that.
   */
  List<UnitBatch> afterFailure(UlidGenerator ids) {
    if (!afterFailure || units.size() < 2) {
      return List.of(new UnitBatch(ids.next().toString(), units, true));
    }
    int half = units.size() / 2;
    return List.of(
        new UnitBatch(ids.next().toString(), units.subList(0, half), true),
        new UnitBatch(ids.next().toString(), units.subList(half, units.size()), true));
  }

  /** Runs every unit, grouped by its kind of work, and prepares the answers. */
  void run(Transaction transaction) {
    List<List<PendingUnit<?, ?>>> kinds = new ArrayList<>();
    for (PendingUnit<?, ?> unit : units) {
      ofKind(unit.work, kinds).add(unit);
    }
    kinds.forEach(same -> runKind(same.getFirst().work, same, transaction));
  }

  /** The units of this kind of work. There are few kinds, so they are compared by identity. */
  @SuppressWarnings("ReferenceEquality")
  private static List<PendingUnit<?, ?>> ofKind(
      BatchedWork<?, ?> work, List<List<PendingUnit<?, ?>>> kinds) {
    for (List<PendingUnit<?, ?>> same : kinds) {
      if (same.getFirst().work == work) {
        return same;
      }
    }
    List<PendingUnit<?, ?>> first = new ArrayList<>();
    kinds.add(first);
    return first;
  }

  @SuppressWarnings("unchecked") // the units of one kind have the inputs of that kind
  private static <I> void runKind(
      BatchedWork<I, ?> work, List<PendingUnit<?, ?>> units, Transaction transaction) {
    List<I> inputs = new ArrayList<>(units.size());
    units.forEach(unit -> inputs.add((I) unit.input));
    List<?> answers;
    try {
      answers = work.run(transaction, inputs);
    } catch (UnitFailedException e) {
      throw new FailedUnit(units.get(e.index()), e.reason());
    }
    for (int i = 0; i < units.size(); i++) {
      units.get(i).prepare(answers.get(i));
    }
  }

  void giveAnswers(AnswerDelivery answers) {
    answers.deliver(units);
  }

  void fail(Throwable reason) {
    units.forEach(unit -> unit.fail(reason));
    units.clear();
  }

  /** Removes and fails the units that match. */
  void failIf(Predicate<PendingUnit<?, ?>> applies, Throwable reason) {
    units.stream().filter(applies).forEach(unit -> unit.fail(reason));
    units.removeIf(applies);
  }

  /** One unit of the batch failed. */
  static final class FailedUnit extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient PendingUnit<?, ?> unit;
    private final transient Throwable reason;

    FailedUnit(PendingUnit<?, ?> unit, Throwable reason) {
      super(reason);
      this.unit = unit;
      this.reason = reason;
    }

    PendingUnit<?, ?> unit() {
      return unit;
    }

    Throwable reason() {
      return reason;
    }
  }
}
