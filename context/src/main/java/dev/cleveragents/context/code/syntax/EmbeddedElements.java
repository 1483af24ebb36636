package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.code.ParsedFile;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/**
 * The elements of markup in a script: blanked out, the rest can be read by a grammar that knows no
 * markup. Every line stays as long as it was.
 */
public final class EmbeddedElements {

  private static final Set<String> ELEMENTS =
      Set.of("jsx_element", "jsx_self_closing_element", "jsx_fragment");
  private static final byte[] NOTHING = "null".getBytes(StandardCharsets.US_ASCII);

  private final byte[] blankedOut;
  private final Set<String> components;

  private EmbeddedElements(byte[] blankedOut, Set<String> components) {
    this.blankedOut = blankedOut;
    this.components = components;
  }

  public static EmbeddedElements in(SyntaxTree tree) {
    byte[] text = tree.bytes().clone();
    Set<String> components = new TreeSet<>();
    int end = 0;
    for (int node = 0; node < tree.size(); node++) {
      if (tree.start(node) >= end && ELEMENTS.contains(tree.type(node))) {
        end = tree.end(node);
        blank(text, tree.start(node), end);
      }
      if (tree.start(node) < end && tree.type(node).equals("identifier")) {
        String name = tree.text(node);
        if (name.length() > 1 && Character.isUpperCase(name.charAt(0))) {
          components.add(name);
        }
      }
    }
    return new EmbeddedElements(text, components);
  }

  /** The text with a null and white space where the elements were; the array is not copied. */
  public byte[] blankedOut() {
    return blankedOut;
  }

  /** The file with these components among what it refers to. */
  public ParsedFile addTo(ParsedFile file) {
    Set<String> references = new TreeSet<>(file.references());
    references.addAll(components);
    file.symbols().forEach(symbol -> references.remove(symbol.name()));
    return new ParsedFile(
        file.language(),
        file.bySyntax(),
        file.symbols(),
        references.stream().toList(),
        file.imports(),
        file.chunks());
  }

  private static void blank(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] != '\n' && text[i] != '\r') {
        text[i] = i - from < NOTHING.length ? NOTHING[i - from] : (byte) ' ';
      }
    }
  }
}
