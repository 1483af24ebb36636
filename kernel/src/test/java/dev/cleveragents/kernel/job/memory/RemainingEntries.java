package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.job.store.JobStore;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds every collection of an in-memory store, at any depth, that is not empty. */
public final class RemainingEntries {

  /** A map that always holds one count per status. */
  private static final Set<String> KEPT = Set.of("JobTable.counts");

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> found = new ArrayList<>();

  private RemainingEntries() {}

  /** The fields that are not empty, with what they hold; none if the store forgot everything. */
  public static List<String> in(JobStore store) {
    RemainingEntries remaining = new RemainingEntries();
    remaining.look(store);
    return remaining.found;
  }

  private void look(Object part) {
    if (!seen.add(part)) {
      return;
    }
    for (Field field : part.getClass().getDeclaredFields()) {
      String name = part.getClass().getSimpleName() + "." + field.getName();
      if (!Modifier.isStatic(field.getModifiers()) && !KEPT.contains(name)) {
        look(name, valueOf(field, part));
      }
    }
  }

  private void look(String name, Object value) {
    boolean empty =
        switch (value) {
          case Collection<?> collection -> collection.isEmpty();
          case Map<?, ?> map -> map.isEmpty();
          default -> true;
        };
    if (!empty) {
      found.add(name + " = " + value);
    } else if (value.getClass().getPackage().equals(InMemoryJobStore.class.getPackage())) {
      look(value);
    }
  }

  private static Object valueOf(Field field, Object part) {
    try {
      field.setAccessible(true);
      return field.get(part);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
