package dev.cleveragents.engine.yaml;

import dev.cleveragents.engine.yaml.YamlMapping.Entry;
import dev.cleveragents.workspace.NameSuggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads the nodes of one document by their shapes, and reports values that do not fit. */
final class ShapeReader {

  private final ProblemCollector problems;

  ShapeReader(ProblemCollector problems) {
    this.problems = problems;
  }

  /** The document as a mapping; null if it is not one. */
  @Nullable YamlMapping root(Node node, Shape.Keys keys) {
    if (node instanceof MappingNode mapping) {
      return section(mapping, keys);
    }
    problem(node, "the document must be a mapping of keys to values, is " + whatIs(node));
    return null;
  }

  private @Nullable Object value(Node node, Shape shape) {
    return switch (shape) {
      case Shape.ListOf list -> elements(node, list);
      case Shape.Keys keys -> mapping(node, keys);
      case Shape.OneOf one -> oneOf(node, one);
      default -> scalar(node, shape);
    };
  }

  private @Nullable Object scalar(Node node, Shape shape) {
    if (!(node instanceof ScalarNode scalar)) {
      problem(node, "must be %s, is %s".formatted(ScalarReader.expected(shape), whatIs(node)));
      return null;
    }
    try {
      return ScalarReader.read(scalar, shape);
    } catch (IllegalArgumentException e) {
      problem(node, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private @Nullable List<Entry> elements(Node node, Shape.ListOf list) {
    if (!(node instanceof SequenceNode sequence)) {
      problem(node, "must be a list, is " + whatIs(node));
      return null;
    }
    if (sequence.getValue().size() > list.most()) {
      problem(
          node,
          "has %d elements; at most %d are allowed"
              .formatted(sequence.getValue().size(), list.most()));
      return null;
    }
    List<Entry> elements = new ArrayList<>();
    for (Node element : sequence.getValue()) {
      Object value = value(element, list.element());
      if (value != null) {
        elements.add(new Entry(value, positionOf(element)));
      }
    }
    return elements;
  }

  private @Nullable YamlMapping mapping(Node node, Shape.Keys keys) {
    if (!(node instanceof MappingNode mapping)) {
      problem(
          node,
          "must be a mapping with the keys %s, is %s"
              .formatted(String.join(", ", keys.names()), whatIs(node)));
      return null;
    }
    return section(mapping, keys);
  }

  private YamlMapping section(MappingNode mapping, Shape.Keys keys) {
    YamlMapping section = entries(mapping, keys);
    for (Field field : keys.fields()) {
      if (field.required() && !has(mapping, field.key())) {
        problem(mapping, "'%s' is missing: %s".formatted(field.key(), field.description()));
      }
    }
    return section;
  }

  private @Nullable YamlMapping oneOf(Node node, Shape.OneOf one) {
    String names = String.join(", ", one.keys().names());
    if (!(node instanceof MappingNode mapping)) {
      problem(node, "must be a mapping with one of %s, is %s".formatted(names, whatIs(node)));
      return null;
    }
    YamlMapping section = entries(mapping, one.keys());
    if (mapping.getValue().size() != 1) {
      problem(
          node,
          "must have exactly one of %s, has %d keys".formatted(names, mapping.getValue().size()));
      return null;
    }
    return section.keys().isEmpty() ? null : section;
  }

  private YamlMapping entries(MappingNode mapping, Shape.Keys keys) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    Set<String> unfit = new HashSet<>();
    Map<String, SourcePosition> seen = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String key = key(tuple.getKeyNode());
      if (key == null) {
        continue;
      }
      SourcePosition before = seen.putIfAbsent(key, positionOf(tuple.getKeyNode()));
      if (before != null) {
        problem(
            tuple.getKeyNode(),
            "duplicate key '%s'; it is already in line %d".formatted(key, before.line()));
        continue;
      }
      int reported = problems.count();
      entry(key, tuple, keys, entries);
      if (problems.count() > reported) {
        unfit.add(key);
      }
    }
    return new YamlMapping(positionOf(mapping), entries, unfit);
  }

  private void entry(String key, NodeTuple tuple, Shape.Keys keys, Map<String, Entry> entries) {
    Field field = keys.field(key).orElse(null);
    if (field == null) {
      problem(tuple.getKeyNode(), unknown(key, keys.names()));
      return;
    }
    Object value = value(tuple.getValueNode(), field.shape());
    if (value != null) {
      entries.put(key, new Entry(value, positionOf(tuple.getValueNode())));
    }
  }

  private static String unknown(String key, List<String> known) {
    return "the key '%s' is not known; %s"
        .formatted(
            key,
            NameSuggestion.to(key, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("known: " + String.join(", ", known)));
  }

  private @Nullable String key(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    problem(node, "a key must be a word, is " + whatIs(node));
    return null;
  }

  private static boolean has(MappingNode mapping, String key) {
    return mapping.getValue().stream()
        .anyMatch(it -> it.getKeyNode() instanceof ScalarNode s && s.getValue().equals(key));
  }

  static String whatIs(Node node) {
    return switch (node) {
      case MappingNode _ -> "a mapping";
      case SequenceNode _ -> "a list";
      case ScalarNode scalar -> whatIs(scalar);
      default -> "something else";
    };
  }

  private static String whatIs(ScalarNode scalar) {
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return "empty";
    }
    if (tag.equals(Tag.BOOL) || tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return scalar.getValue();
    }
    return "text";
  }

  private static SourcePosition positionOf(Node node) {
    return DocumentType.position(node.getStartMark());
  }

  private void problem(Node node, String message) {
    problems.add(positionOf(node), message);
  }
}
