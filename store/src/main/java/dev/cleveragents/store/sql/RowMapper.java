package dev.cleveragents.store.sql;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps the rows of a result to values of a type.
 *
 * <ul>
 *   <li>A record is made of the columns that have the names of its components in snake case: {@code
 *       openedAt} is read from {@code opened_at}. Columns without a component are ignored. A
 *       component that is a record of several components is made of the same row.
 *   <li>Every other type is a single value: texts, numbers, booleans, bytes, paths, enums by name,
 *       instants as microseconds and durations as nanoseconds, types with a static {@code parse} or
 *       {@code of} for a text, and records of one such value, as ids are. A query for single values
 *       has one column.
 *   <li>NULL becomes null; it is refused where a component is a primitive.
 * </ul>
 *
 * Columns are looked up once per result. Any number of threads may share a mapper.
 */
public final class RowMapper<T> implements RowReader<T> {

  private static final ClassValue<RowMapper<?>> MAPPERS =
      new ClassValue<>() {
        @Override
        protected RowMapper<?> computeValue(Class<?> type) {
          return new RowMapper<>(type);
        }
      };

  private final Class<T> type;
  private final Part part;

  /** Reads one value of a row. */
  private interface Reader {
    @Nullable Object read(ResultSet row) throws SQLException;
  }

  /** Reads one value of a row from this column. */
  private interface Value {
    @Nullable Object read(ResultSet row, int column) throws SQLException;
  }

  /** What a value is made of, before the columns of the result are known. */
  private interface Part {
    Reader bind(Map<String, Integer> columns);
  }

  private RowMapper(Class<T> type) {
    this.type = type;
    Value value = valueOf(type);
    this.part = value == null ? partOf(type) : _ -> row -> value.read(row, 1);
  }

  /** The mapper for this type. */
  @SuppressWarnings("unchecked") // the mapper of a class was made for it
  public static <T> RowReader<T> of(Class<T> type) {
    return (RowMapper<T>) MAPPERS.get(type);
  }

  @Override
  public T read(ResultSet row) throws SQLException {
    return on(row).read(row);
  }

  @Override
  public RowReader<T> on(ResultSet result) throws SQLException {
    ResultSetMetaData data = result.getMetaData();
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 1; i <= data.getColumnCount(); i++) {
      columns.put(data.getColumnLabel(i).toLowerCase(Locale.ROOT), i);
    }
    Reader reader = part.bind(columns);
    return row -> cast(reader.read(row));
  }

  @SuppressWarnings({
    "unchecked",
    "NullAway"
  }) // a column that may be NULL makes a value that may be
  private T cast(@Nullable Object value) {
    return (T) value;
  }

  private static Part partOf(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    if (components == null) {
      throw new IllegalArgumentException("No row can be mapped to " + type.getName());
    }
    Constructor<?> constructor = constructorOf(type, components);
    List<Part> parts = new ArrayList<>();
    for (RecordComponent component : components) {
      Value value = valueOf(component.getType());
      parts.add(
          value == null
              ? partOf(component.getType())
              : columnPart(component, columnOf(component), value));
    }
    return columns -> {
      List<Reader> readers = parts.stream().map(it -> it.bind(columns)).toList();
      return row -> {
        @Nullable Object[] arguments = new @Nullable Object[readers.size()];
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = readers.get(i).read(row);
        }
        return make(constructor, arguments);
      };
    };
  }

  private static Part columnPart(RecordComponent component, String name, Value value) {
    return columns -> {
      Integer column = columns.get(name);
      if (column == null) {
        throw new IllegalArgumentException(
            "The result has no column %s for %s".formatted(name, component));
      }
      int index = column;
      return row -> {
        Object read = value.read(row, index);
        if (read == null && component.getType().isPrimitive()) {
          throw new SQLException("The column %s is NULL".formatted(name));
        }
        return read;
      };
    };
  }

  private static String columnOf(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  /** How to read a single value of this type; null if the type takes several columns. */
  private static @Nullable Value valueOf(Class<?> type) {
    if (type == String.class) {
      return ResultSet::getString;
    }
    if (type == byte[].class) {
      return ResultSet::getBytes;
    }
    if (type == long.class || type == Long.class) {
      return (row, column) -> number(row, column);
    }
    if (type == int.class || type == Integer.class) {
      return (row, column) -> {
        Long number = number(row, column);
        return number == null ? null : (Integer) Math.toIntExact(number);
      };
    }
    if (type == boolean.class || type == Boolean.class) {
      return (row, column) -> {
        Long number = number(row, column);
        return number == null ? null : (Boolean) (number != 0);
      };
    }
    if (type == double.class || type == Double.class) {
      return (row, column) -> {
        double number = row.getDouble(column);
        return row.wasNull() ? null : (Double) number;
      };
    }
    if (type == Instant.class) {
      return (row, column) -> {
        Long micros = number(row, column);
        return micros == null ? null : Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
      };
    }
    if (type == Duration.class) {
      return (row, column) -> {
        Long nanos = number(row, column);
        return nanos == null ? null : Duration.ofNanos(nanos);
      };
    }
    if (type == Path.class) {
      return (row, column) -> {
        String path = row.getString(column);
        return path == null ? null : Path.of(path);
      };
    }
    return ofText(type);
  }

  private static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : (Long) number;
  }

  private static @Nullable Value ofText(Class<?> type) {
    Method factory = type.isEnum() ? factory(type, "valueOf") : factory(type, "parse");
    Method parse = factory == null ? factory(type, "of") : factory;
    if (parse != null) {
      return (row, column) -> {
        String text = row.getString(column);
        return text == null ? null : call(() -> parse.invoke(null, text));
      };
    }
    RecordComponent[] components = type.getRecordComponents();
    Value only =
        components == null || components.length != 1 ? null : valueOf(components[0].getType());
    if (components == null || only == null) {
      return null;
    }
    Constructor<?> constructor = constructorOf(type, components);
    return (row, column) -> {
      Object value = only.read(row, column);
      return value == null ? null : make(constructor, value);
    };
  }

  private static @Nullable Method factory(Class<?> type, String name) {
    try {
      Method method = type.getDeclaredMethod(name, String.class);
      if (!Modifier.isStatic(method.getModifiers()) || method.getReturnType() != type) {
        return null;
      }
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static Constructor<?> constructorOf(Class<?> type, RecordComponent[] components) {
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = components[i].getType();
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " has no canonical constructor", e);
    }
  }

  private static Object make(Constructor<?> constructor, @Nullable Object... arguments) {
    return call(() -> constructor.newInstance(arguments));
  }

  private interface Call {
    Object call() throws ReflectiveOperationException;
  }

  private static Object call(Call call) {
    try {
      return call.call();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "rows as " + type.getName();
  }
}
