package dev.cleveragents.context.code.syntax;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

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

  /** What is known of a node, by its place in the node's row. */
  private static final int TYPE = 0;

  private static final int FIELD = 1;
  private static final int START = 2;
  private static final int END = 3;
  private static final int PARENT = 4;
  private static final int FIRST_CHILD = 5;
  private static final int LAST_CHILD = 6;
  private static final int NEXT = 7;
  private static final int ROW = 8;

  private int size;
  private int[] nodes = new int[256 * ROW];

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
    if (size * ROW == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * nodes.length);
    }
    int node = size++;
    int[] row = {typeNumber, fieldNumber, from, to, under, NONE, NONE, NONE};
    System.arraycopy(row, 0, nodes, node * ROW, ROW);
    if (under != NONE) {
      int last = nodes[under * ROW + LAST_CHILD];
      nodes[last == NONE ? under * ROW + FIRST_CHILD : last * ROW + NEXT] = node;
      nodes[under * ROW + LAST_CHILD] = node;
    }
    return node;
  }

  /** How many nodes there are. */
  public int size() {
    return size;
  }

  /** The grammar's name for what it is. */
  public String type(int node) {
    return types.get(nodes[node * ROW + TYPE]);
  }

  /** Which part of its parent it is, or empty. */
  public String field(int node) {
    return fields.get(nodes[node * ROW + FIELD]);
  }

  /** Its first byte. */
  public int start(int node) {
    return nodes[node * ROW + START];
  }

  /** The byte after its last. */
  public int end(int node) {
    return nodes[node * ROW + END];
  }

  public int parent(int node) {
    return nodes[node * ROW + PARENT];
  }

  int firstChild(int node) {
    return nodes[node * ROW + FIRST_CHILD];
  }

  /** Its next sibling. */
  public int next(int node) {
    return nodes[node * ROW + NEXT];
  }

  /** Its first child of this type, or {@link #NONE}. */
  int childOfType(int node, String wanted) {
    return firstChild(node, child -> type(child).equals(wanted));
  }

  /** Its first child in this field, or {@link #NONE}. */
  int childInField(int node, String wanted) {
    return firstChild(node, child -> field(child).equals(wanted));
  }

  private int firstChild(int node, IntPredicate wanted) {
    int child = firstChild(node);
    while (child != NONE && !wanted.test(child)) {
      child = next(child);
    }
    return child;
  }

  /** The source of a node. */
  public String text(int node) {
    return text(start(node), end(node));
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
