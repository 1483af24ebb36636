package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape;
import dev.cleveragents.engine.yaml.YamlMapping;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives the schema of a tool's arguments from their record, and reads such a record.
 *
 * <ul>
 *   <li>A key is the component's name in snake case.
 *   <li>An argument is optional if its component is {@code @Nullable} or a {@code boolean}, which
 *       is false when absent.
 *   <li>Components are {@code String}, {@code boolean} or {@code List<String>}.
 * </ul>
 */
public final class ArgumentRecord<A extends Record> {

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
    try {
      var constructor =
          type.getDeclaredConstructor(
              components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
      @Nullable Object[] values = components.stream().map(it -> value(it, section)).toArray();
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Not a record of arguments: " + type, e);
    }
  }

  /** The arguments by key; absent ones are left out. */
  public Map<String, Object> toMap(A arguments) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (RecordComponent component : components) {
      try {
        Object value = component.getAccessor().invoke(arguments);
        if (value != null) {
          map.put(key(component), value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Not a record of arguments: " + type, e);
      }
    }
    return map;
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
    if (argument.path()) {
      return new Shape.RelativePath();
    }
    Shape text =
        argument.mayBeEmpty()
            ? new Shape.AnyText(argument.longest())
            : new Shape.Text(argument.longest());
    return component.getType() == List.class ? new Shape.ListOf(text, argument.most()) : text;
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
