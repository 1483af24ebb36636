package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.JsonSchema;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.OperationException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives the schema of a tool's arguments from their record, and reads such a record.
 *
 * <ul>
 *   <li>A key is the component's name in snake case.
 *   <li>An argument is optional if its component is {@code @Nullable} or a {@code boolean}, which
 *       is false when absent.
 *   <li>Components are {@code String}, {@code boolean}, {@code Integer}, {@code Double}, {@code
 *       List<String>}, or lists of records with such components, which only models can give.
 *   <li>The same schema is for the YAML of scripts and for the JSON of models.
 * </ul>
 */
public final class ArgumentRecord<A extends Record> {

  private static final int LONGEST_PATH = 4_000;

  private final Class<A> type;
  private final List<RecordComponent> components;

  private ArgumentRecord(Class<A> type) {
    this.type = type;
    this.components = List.of(type.getRecordComponents());
  }

  public static <A extends Record> ArgumentRecord<A> of(Tool<A> tool) {
    return new ArgumentRecord<>(tool.arguments());
  }

  /** The schema: one field per component, in the record's order. */
  public List<Field> fields() {
    return components.stream()
        .map(it -> new Field(key(it), shape(it), !isOptional(it), argument(it).value()))
        .toList();
  }

  /** Reports pairs of arguments of which a call gives both or neither. */
  public void check(YamlMapping section, ProblemCollector problems) {
    for (RecordComponent component : components) {
      String other = argument(component).insteadOf();
      if (!other.isEmpty() && section.names(key(component)) == section.names(other)) {
        problems.add(
            section.position(), "give either '%s' or '%s'".formatted(other, key(component)));
      }
    }
  }

  /** Reads the arguments of a mapping that has no problems. */
  public A read(YamlMapping section) {
    return make(components.stream().map(it -> value(it, section)).toArray());
  }

  /** The schema as JSON, for models. */
  public String jsonSchema() {
    return JsonSchema.object(new Shape.Keys(fields()));
  }

  /**
   * Reads the arguments of a model's call.
   *
   * @throws OperationException if they do not fit the schema; names every problem
   */
  public A readJson(String json) {
    Map<String, @Nullable Object> given;
    try {
      given = Json.readObject(json);
    } catch (IllegalArgumentException e) {
      throw OperationException.invalid("The arguments are not one JSON object");
    }
    List<String> problems = new ArrayList<>();
    @Nullable Object[] values = values("", given, problems);
    if (!problems.isEmpty()) {
      throw OperationException.invalid("The arguments do not fit: " + String.join("; ", problems));
    }
    return make(values);
  }

  /**
   * The values of the components.
   *
   * @param at what precedes their names in problems
   */
  private @Nullable Object[] values(String at, Map<?, ?> given, List<String> problems) {
    Map<String, RecordComponent> known = new LinkedHashMap<>();
    components.forEach(it -> known.put(key(it), it));
    given.keySet().stream()
        .map(String::valueOf)
        .filter(name -> !known.containsKey(name))
        .forEach(
            name ->
                problems.add(
                    "there is no argument '%s%s'; known: %s"
                        .formatted(at, shortened(name), String.join(", ", known.keySet()))));
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      RecordComponent component = components.get(i);
      Object value = given.get(key(component));
      String place = at + key(component);
      values[i] =
          elementRecord(component) == null
              ? fromJson(place, component, value, problems)
              : records(place, component, value, problems);
      String other = argument(component).insteadOf();
      if (!other.isEmpty() && (value == null) == (given.get(other) == null)) {
        problems.add("give either '%s' or '%s'".formatted(other, key(component)));
      }
    }
    return values;
  }

  /** The type of the elements of a list of records; null of any other component. */
  @SuppressWarnings("unchecked")
  private static @Nullable Class<? extends Record> elementRecord(RecordComponent component) {
    return component.getGenericType() instanceof ParameterizedType list
            && list.getActualTypeArguments()[0] instanceof Class<?> element
            && element.isRecord()
        ? (Class<? extends Record>) element
        : null;
  }

  private static ArgumentRecord<?> ofElements(RecordComponent component) {
    return new ArgumentRecord<>(Objects.requireNonNull(elementRecord(component)));
  }

  private static @Nullable List<?> records(
      String place, RecordComponent component, @Nullable Object value, List<String> problems) {
    if (value == null && isOptional(component)) {
      return null;
    }
    if (value == null) {
      problems.add("'%s' is missing".formatted(place));
      return null;
    }
    if (!(value instanceof List<?> list) || !list.stream().allMatch(Map.class::isInstance)) {
      problems.add("'%s' must be a list of objects".formatted(place));
      return null;
    }
    if (list.size() > argument(component).most()) {
      problems.add("'%s' has more than %,d elements".formatted(place, argument(component).most()));
      return null;
    }
    ArgumentRecord<?> element = ofElements(component);
    List<Object> records = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      @Nullable Object[] values =
          element.values("%s[%d].".formatted(place, i), (Map<?, ?>) list.get(i), problems);
      if (problems.isEmpty()) {
        records.add(element.make(values));
      }
    }
    return records;
  }

  private static @Nullable Object fromJson(
      String key, RecordComponent component, @Nullable Object value, List<String> problems) {
    Class<?> type = component.getType();
    ToolArgument argument = argument(component);
    if (value == null) {
      if (!isOptional(component)) {
        problems.add("'%s' is missing".formatted(key));
      }
      return type == boolean.class ? (Object) false : null;
    }
    if (type == boolean.class && value instanceof Boolean) {
      return value;
    }
    if (type == Integer.class && value instanceof Long number) {
      return Math.clamp(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (type == Double.class && value instanceof Number number) {
      return number.doubleValue();
    }
    if (type == String.class && value instanceof String text) {
      return checked(key, text, argument, problems);
    }
    if (type == List.class
        && value instanceof List<?> list
        && list.stream().allMatch(String.class::isInstance)) {
      if (list.size() > argument.most()) {
        problems.add("'%s' has more than %,d elements".formatted(key, argument.most()));
      }
      return list.stream().map(it -> checked(key, (String) it, argument, problems)).toList();
    }
    problems.add("'%s' must be %s".formatted(key, describe(type)));
    return null;
  }

  private static String checked(
      String key, String text, ToolArgument argument, List<String> problems) {
    if (text.isBlank() && !argument.mayBeEmpty()) {
      problems.add("'%s' is empty".formatted(key));
    }
    int longest = argument.path() ? LONGEST_PATH : argument.longest();
    if (text.length() > longest) {
      problems.add("'%s' has more than %,d characters".formatted(key, longest));
    }
    if (text.indexOf('\0') >= 0) {
      problems.add("'%s' has a NUL character".formatted(key));
    }
    return text;
  }

  private static String describe(Class<?> type) {
    if (type == boolean.class) {
      return "true or false";
    }
    if (type == Integer.class) {
      return "a whole number";
    }
    if (type == Double.class) {
      return "a number";
    }
    return type == List.class ? "a list of texts" : "a text";
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private A make(@Nullable Object[] values) {
    try {
      var constructor =
          type.getDeclaredConstructor(
              components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Not a record of arguments: " + type, e);
    }
  }

  /** The arguments by key; absent ones are left out. */
  public Map<String, Object> toMap(A arguments) {
    return toMap(arguments, components);
  }

  private static Map<String, Object> toMap(Record arguments, List<RecordComponent> components) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (RecordComponent component : components) {
      try {
        Object value = component.getAccessor().invoke(arguments);
        if (value != null) {
          map.put(key(component), elementRecord(component) == null ? value : maps(value));
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Not a record of arguments: " + arguments, e);
      }
    }
    return map;
  }

  private static List<?> maps(Object records) {
    return ((List<?>) records).stream().map(it -> mapOf((Record) it)).toList();
  }

  private static Map<String, Object> mapOf(Record one) {
    return toMap(one, List.of(one.getClass().getRecordComponents()));
  }

  private static @Nullable Object value(RecordComponent component, YamlMapping section) {
    String key = key(component);
    if (component.getType() == boolean.class) {
      return section.find(key, Boolean.class).orElse(false);
    }
    if (component.getType() == List.class) {
      return section.names(key) ? section.list(key, String.class) : null;
    }
    return section.find(key, String.class).orElse(null);
  }

  private static Shape shape(RecordComponent component) {
    ToolArgument argument = argument(component);
    if (component.getType() == boolean.class) {
      return new Shape.Flag();
    }
    if (component.getType() == Integer.class) {
      return new Shape.Whole(argument.least(), Integer.MAX_VALUE);
    }
    if (component.getType() == Double.class) {
      return new Shape.Fraction(0, 1);
    }
    if (argument.path()) {
      return new Shape.RelativePath();
    }
    Shape text =
        argument.mayBeEmpty()
            ? new Shape.AnyText(argument.longest())
            : new Shape.Text(argument.longest());
    if (component.getType() != List.class) {
      return text;
    }
    return new Shape.ListOf(
        elementRecord(component) == null ? text : new Shape.Keys(ofElements(component).fields()),
        argument.most());
  }

  private static boolean isOptional(RecordComponent component) {
    return component.getType() == boolean.class
        || component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static ToolArgument argument(RecordComponent component) {
    return Optional.ofNullable(component.getAnnotation(ToolArgument.class))
        .orElseThrow(() -> new IllegalStateException("No @ToolArgument on " + component));
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
