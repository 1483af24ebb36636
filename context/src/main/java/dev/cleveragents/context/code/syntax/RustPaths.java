package dev.cleveragents.context.code.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Writes out the lists in a {@code use} of Rust: {@code a::{b, c::{self, d}}}. */
final class RustPaths {

  private RustPaths() {}

  static List<String> in(String use) {
    List<String> paths = new ArrayList<>();
    Deque<String> before = new ArrayDeque<>(List.of(""));
    StringBuilder path = new StringBuilder();
    for (char c : (use + ",").toCharArray()) {
      switch (c) {
        case '{' -> {
          before.push(before.getFirst() + path.toString().strip());
          path.setLength(0);
        }
        case '}', ',' -> {
          add(paths, before.getFirst(), path.toString());
          path.setLength(0);
          if (c == '}' && before.size() > 1) {
            before.pop();
          }
        }
        default -> path.append(c);
      }
    }
    return paths;
  }

  private static void add(List<String> paths, String before, String last) {
    String name = last.replaceFirst("\\s+as\\s.*$", "").strip();
    if (name.equals("self")) {
      paths.add(before.replaceFirst("::$", ""));
    } else if (!name.isEmpty()) {
      paths.add(before + name);
    }
  }
}
