package dev.cleveragents.workspace;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The name of a project, resource, action, actor, validation or profile: {@code namespace/name},
 * lower case.
 *
 * @param namespace {@code local} unless said otherwise
 */
public record Name(String namespace, String local) implements Comparable<Name> {

  /** The namespace of names that have none written before them. */
  public static final String LOCAL = "local";

  private static final Pattern PART = Pattern.compile("[a-z][a-z0-9_-]{0,99}");
  private static final Set<String> RESERVED = Set.of("system", "internal", "admin", "root");

  public Name {
    require(namespace);
    require(local);
  }

  /**
   * Reads a name, in upper or lower case, with or without its namespace.
   *
   * @throws OperationException if it cannot be one; the message says why
   */
  public static Name of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    int slash = lower.indexOf('/');
    Name name =
        slash < 0
            ? new Name(LOCAL, lower)
            : new Name(lower.substring(0, slash), lower.substring(slash + 1));
    if (RESERVED.contains(name.namespace)) {
      throw OperationException.invalid(
          "The namespace '%s' is reserved for the system; choose another"
              .formatted(name.namespace));
    }
    return name;
  }

  private static void require(String part) {
    if (!PART.matcher(part).matches()) {
      throw OperationException.invalid(
          "'%s' cannot be a name: it begins with a letter, followed by up to 99 letters, digits, '-' or '_'"
              .formatted(part));
    }
  }

  @Override
  public int compareTo(Name other) {
    return toString().compareTo(other.toString());
  }

  /** With its namespace, as it is stored. */
  @Override
  public String toString() {
    return namespace + "/" + local;
  }

  /** Without the namespace where that is {@code local}, as people write it. */
  public String forPeople() {
    return namespace.equals(LOCAL) ? local : toString();
  }
}
