package dev.cleveragents.context.code.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.syntax.SyntaxTree;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSLanguage;
import org.treesitter.TSParser;
import org.treesitter.TreeSitterBash;
import org.treesitter.TreeSitterC;
import org.treesitter.TreeSitterCSharp;
import org.treesitter.TreeSitterCpp;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterJson;
import org.treesitter.TreeSitterKotlin;
import org.treesitter.TreeSitterPhp;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterRuby;
import org.treesitter.TreeSitterRust;
import org.treesitter.TreeSitterTypescript;

/**
 * Calls tree-sitter. A mistake in it or in a grammar can end the process, so it is used in a {@link
 * ParserProcess} only.
 *
 * <p>The libraries are those of the binding on the class path, and are loaded by it; they are
 * called without it, for through its own classes a node costs ten times as much as here, and a
 * thousand files have a million nodes. Used by one thread.
 */
final class TreeSitter {

  /** What tree-sitter calls the type of that which it could not parse. */
  private static final int ERROR = 0xffff;

  private static final StructLayout NODE =
      MemoryLayout.structLayout(MemoryLayout.sequenceLayout(4, JAVA_INT), ADDRESS, ADDRESS);
  private static final StructLayout CURSOR =
      MemoryLayout.structLayout(
          ADDRESS,
          ADDRESS,
          MemoryLayout.sequenceLayout(3, JAVA_INT),
          MemoryLayout.paddingLayout(4));

  /** Loads the library, before the handles below are looked up. */
  private static final long PARSER = TSParser.ts_parser_new();

  private static final MethodHandle SET_LANGUAGE =
      slow("ts_parser_set_language", JAVA_BOOLEAN, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PARSE =
      slow("ts_parser_parse_string", ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_INT);
  private static final MethodHandle DELETE_TREE = slow("ts_tree_delete", null, ADDRESS);
  private static final MethodHandle SYMBOL_COUNT =
      slow("ts_language_symbol_count", JAVA_INT, JAVA_LONG);
  private static final MethodHandle SYMBOL_NAME =
      slow("ts_language_symbol_name", ADDRESS, JAVA_LONG, JAVA_SHORT);
  private static final MethodHandle FIELD_COUNT =
      slow("ts_language_field_count", JAVA_INT, JAVA_LONG);
  private static final MethodHandle FIELD_NAME =
      slow("ts_language_field_name_for_id", ADDRESS, JAVA_LONG, JAVA_SHORT);
  private static final MethodHandle ROOT = quick("ts_tree_root_node", NODE, ADDRESS);
  private static final MethodHandle NEW_CURSOR = quick("ts_tree_cursor_new", CURSOR, NODE);
  private static final MethodHandle DELETE_CURSOR = quick("ts_tree_cursor_delete", null, ADDRESS);
  private static final MethodHandle CURRENT = quick("ts_tree_cursor_current_node", NODE, ADDRESS);
  private static final MethodHandle CURRENT_FIELD =
      quick("ts_tree_cursor_current_field_id", JAVA_SHORT, ADDRESS);
  private static final MethodHandle TO_CHILD =
      quick("ts_tree_cursor_goto_first_child", JAVA_BOOLEAN, ADDRESS);
  private static final MethodHandle TO_NEXT =
      quick("ts_tree_cursor_goto_next_sibling", JAVA_BOOLEAN, ADDRESS);
  private static final MethodHandle TO_PARENT =
      quick("ts_tree_cursor_goto_parent", JAVA_BOOLEAN, ADDRESS);
  private static final MethodHandle SYMBOL = quick("ts_node_symbol", JAVA_SHORT, NODE);
  private static final MethodHandle IS_NAMED = quick("ts_node_is_named", JAVA_BOOLEAN, NODE);
  private static final MethodHandle START = quick("ts_node_start_byte", JAVA_INT, NODE);
  private static final MethodHandle END = quick("ts_node_end_byte", JAVA_INT, NODE);

  /** A grammar with the names of its node types (the last one is that of errors) and fields. */
  private record Loaded(TSLanguage kept, long pointer, List<String> types, List<String> fields) {}

  private final Map<Language, Loaded> grammars = new EnumMap<>(Language.class);

  /** Parses a text; one with mistakes gives a tree with nodes of type {@code ERROR}. */
  SyntaxTree parse(Language language, byte[] text) {
    Loaded loaded = grammars.computeIfAbsent(language, TreeSitter::loaded);
    try (Arena arena = Arena.ofConfined()) {
      if (!(boolean) SET_LANGUAGE.invokeExact(PARSER, loaded.pointer())) {
        throw new IllegalStateException(
            "The grammar %s is of a version that this tree-sitter does not know"
                .formatted(language));
      }
      MemorySegment copy = arena.allocate(Math.max(1, text.length));
      MemorySegment.copy(text, 0, copy, JAVA_BYTE, 0, text.length);
      MemorySegment tree =
          (MemorySegment) PARSE.invokeExact(PARSER, MemorySegment.NULL, copy, text.length);
      try {
        return copied(
            tree,
            loaded.types().size() - 1,
            new SyntaxTree(text, loaded.types(), loaded.fields()),
            arena);
      } finally {
        DELETE_TREE.invokeExact(tree);
      }
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  private static SyntaxTree copied(MemorySegment tree, int errorType, SyntaxTree into, Arena arena)
      throws Throwable {
    SegmentAllocator node = SegmentAllocator.prefixAllocator(arena.allocate(NODE));
    MemorySegment root = (MemorySegment) ROOT.invokeExact(node, tree);
    MemorySegment cursor = (MemorySegment) NEW_CURSOR.invokeExact((SegmentAllocator) arena, root);
    try {
      int under = SyntaxTree.NONE;
      while (true) {
        int added = copyCurrent(cursor, node, under, errorType, into);
        if (added != SyntaxTree.NONE && (boolean) TO_CHILD.invokeExact(cursor)) {
          under = added;
          continue;
        }
        while (!(boolean) TO_NEXT.invokeExact(cursor)) {
          if (!(boolean) TO_PARENT.invokeExact(cursor)) {
            return into;
          }
          under = into.parent(under);
        }
      }
    } finally {
      DELETE_CURSOR.invokeExact(cursor);
    }
  }

  /** Adds the node at the cursor if it is a named one. What has no name has no named children. */
  private static int copyCurrent(
      MemorySegment cursor, SegmentAllocator room, int under, int errorType, SyntaxTree into)
      throws Throwable {
    MemorySegment node = (MemorySegment) CURRENT.invokeExact(room, cursor);
    if (!(boolean) IS_NAMED.invokeExact(node)) {
      return SyntaxTree.NONE;
    }
    int symbol = Short.toUnsignedInt((short) SYMBOL.invokeExact(node));
    int field = Short.toUnsignedInt((short) CURRENT_FIELD.invokeExact(cursor));
    int start = (int) START.invokeExact(node);
    int end = (int) END.invokeExact(node);
    return into.add(under, symbol == ERROR ? errorType : symbol, field, start, end);
  }

  private static Loaded loaded(Language language) {
    TSLanguage kept = load(language);
    try {
      long pointer =
          (long)
              slow("tree_sitter_" + language.name().toLowerCase(Locale.ROOT), JAVA_LONG)
                  .invokeExact();
      List<String> types = new ArrayList<>();
      int symbols = (int) SYMBOL_COUNT.invokeExact(pointer);
      for (int i = 0; i < symbols; i++) {
        types.add(string((MemorySegment) SYMBOL_NAME.invokeExact(pointer, (short) i)));
      }
      types.add("ERROR");
      List<String> fields = new ArrayList<>(List.of(""));
      int count = (int) FIELD_COUNT.invokeExact(pointer);
      for (int i = 1; i <= count; i++) {
        fields.add(string((MemorySegment) FIELD_NAME.invokeExact(pointer, (short) i)));
      }
      return new Loaded(kept, pointer, List.copyOf(types), List.copyOf(fields));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Brings a grammar's native library into this process. */
  private static TSLanguage load(Language language) {
    return switch (language) {
      case JAVA -> new TreeSitterJava();
      case KOTLIN -> new TreeSitterKotlin();
      case PYTHON -> new TreeSitterPython();
      case JAVASCRIPT -> new TreeSitterJavascript();
      case TYPESCRIPT -> new TreeSitterTypescript();
      case GO -> new TreeSitterGo();
      case RUST -> new TreeSitterRust();
      case C -> new TreeSitterC();
      case CPP -> new TreeSitterCpp();
      case C_SHARP -> new TreeSitterCSharp();
      case RUBY -> new TreeSitterRuby();
      case PHP -> new TreeSitterPhp();
      case BASH -> new TreeSitterBash();
      case JSON -> new TreeSitterJson();
      default -> throw new IllegalArgumentException("No grammar for " + language);
    };
  }

  // Reading a C string needs a segment without bounds; tree-sitter ends its names with a NUL.
  @SuppressWarnings("restricted")
  private static String string(MemorySegment pointer) {
    return pointer.equals(MemorySegment.NULL)
        ? ""
        : pointer.reinterpret(Long.MAX_VALUE).getString(0);
  }

  // Calling native code is what this class is for, and it runs in a process made for that.
  @SuppressWarnings("restricted")
  private static MethodHandle slow(
      String function, @Nullable MemoryLayout result, MemoryLayout... arguments) {
    return Linker.nativeLinker()
        .downcallHandle(
            SymbolLookup.loaderLookup().findOrThrow(function), descriptor(result, arguments));
  }

  // As above; for calls so short that telling the virtual machine of them would cost more.
  @SuppressWarnings("restricted")
  private static MethodHandle quick(
      String function, @Nullable MemoryLayout result, MemoryLayout... arguments) {
    return Linker.nativeLinker()
        .downcallHandle(
            SymbolLookup.loaderLookup().findOrThrow(function),
            descriptor(result, arguments),
            Linker.Option.critical(false));
  }

  private static FunctionDescriptor descriptor(
      @Nullable MemoryLayout result, MemoryLayout... arguments) {
    return result == null
        ? FunctionDescriptor.ofVoid(arguments)
        : FunctionDescriptor.of(result, arguments);
  }

  private static RuntimeException unexpected(Throwable failure) {
    return switch (failure) {
      case RuntimeException known -> known;
      case Error error -> throw error;
      default -> new IllegalStateException("A native call failed", failure);
    };
  }
}
