package dev.cleveragents.kernel.job;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds every collection that a store still holds something in, wherever in its parts it stands.
 */
final class Leftovers {

  /** Which of them are no leftovers: what the store was given, and the counts, which are zeros. */
  private static final Set<String> KEPT =
      Set.of("JobLedger.settings", "HeldKeys.limits", "JobTable.counts");

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> found = new ArrayList<>();

  private Leftovers() {}

  /** The fields that are not empty, with what they hold; nothing if the store forgot everything. */
  static List<String> in(JobStore store) {
    Leftovers leftovers = new Leftovers();
    leftovers.look(store);
    return leftovers.found;
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
    } else if (value.getClass().getPackage().equals(Leftovers.class.getPackage())) {
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
