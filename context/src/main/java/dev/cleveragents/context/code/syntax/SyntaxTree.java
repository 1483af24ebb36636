package dev.cleveragents.context.code.syntax;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The named nodes of one parsed file, copied out of the native tree into arrays, so that nothing
 * native is touched while they are read. A node is a number: 0 is the root, and a node's number is
 * above its parent's. Filled by one thread, then only read.
 */
public final class SyntaxTree {

  /** No node. */
  public static final int NONE = -1;

  private final byte[] text;
  private final List<String> types;
  private final List<String> fields;
  private int size;
  private int[] type = new int[256];
  private int[] field = new int[256];
  private int[] start = new int[256];
  private int[] end = new int[256];
  private int[] parent = new int[256];
  private int[] firstChild = new int[256];
  private int[] lastChild = new int[256];
  private int[] next = new int[256];

  /**
   * @param text the file in UTF-8, to which positions refer; not copied
   * @param types names of node types, by their number
   * @param fields names of fields, by their number; 0 is none
   */
  public SyntaxTree(byte[] text, List<String> types, List<String> fields) {
    this.text = text;
    this.types = types;
    this.fields = fields;
  }

  /** Adds a node as the last child of {@code under}, which is {@link #NONE} for the root. */
  public int add(int under, int typeNumber, int fieldNumber, int from, int to) {
    if (size == type.length) {
      grow();
    }
    int node = size++;
    type[node] = typeNumber;
    field[node] = fieldNumber;
    start[node] = from;
    end[node] = to;
    parent[node] = under;
    firstChild[node] = NONE;
    lastChild[node] = NONE;
    next[node] = NONE;
    if (under != NONE) {
      if (lastChild[under] == NONE) {
        firstChild[under] = node;
      } else {
        next[lastChild[under]] = node;
      }
      lastChild[under] = node;
    }
    return node;
  }

  private void grow() {
    int room = 2 * size;
    type = Arrays.copyOf(type, room);
    field = Arrays.copyOf(field, room);
    start = Arrays.copyOf(start, room);
    end = Arrays.copyOf(end, room);
    parent = Arrays.copyOf(parent, room);
    firstChild = Arrays.copyOf(firstChild, room);
    lastChild = Arrays.copyOf(lastChild, room);
    next = Arrays.copyOf(next, room);
  }

  /** How many nodes there are. */
  public int size() {
    return size;
  }

  /** The grammar's name for what it is. */
  public String type(int node) {
    return types.get(type[node]);
  }

  /** Which part of its parent it is, or empty. */
  public String field(int node) {
    return fields.get(field[node]);
  }

  /** Its first byte. */
  public int start(int node) {
    return start[node];
  }

  /** The byte after its last. */
  public int end(int node) {
    return end[node];
  }

  public int parent(int node) {
    return parent[node];
  }

  int firstChild(int node) {
    return firstChild[node];
  }

  /** Its next sibling. */
  public int next(int node) {
    return next[node];
  }

  /** Its first child of this type, or {@link #NONE}. */
  int childOfType(int node, String wanted) {
    for (int child = firstChild[node]; child != NONE; child = next[child]) {
      if (type(child).equals(wanted)) {
        return child;
      }
    }
    return NONE;
  }

  /** Its first child in this field, or {@link #NONE}. */
  int childInField(int node, String wanted) {
    for (int child = firstChild[node]; child != NONE; child = next[child]) {
      if (field(child).equals(wanted)) {
        return child;
      }
    }
    return NONE;
  }

  /** The source of a node. */
  public String text(int node) {
    return text(start[node], end[node]);
  }

  /** The source between two bytes. */
  public String text(int from, int to) {
    return new String(text, from, to - from, StandardCharsets.UTF_8);
  }

  /** The file in UTF-8. */
  public byte[] bytes() {
    return text;
  }
}
