package dev.cleveragents.models.mcp;

import dev.cleveragents.workspace.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text of a tool's result. Its text parts are kept, up to a bound; images, sounds and files are
 * named, because models get text.
 */
final class ToolText {

  static final int LONGEST = 256 * 1024;

  private ToolText() {}

  static String of(Map<?, ?> result) {
    StringBuilder text = new StringBuilder();
    if (result.get("content") instanceof List<?> parts) {
      for (Object part : parts) {
        if (part instanceof Map<?, ?> map && text.length() <= LONGEST) {
          text.append(text.isEmpty() ? "" : "\n").append(part(map));
        }
      }
    }
    if (text.isEmpty() && result.get("structuredContent") instanceof Map<?, ?> structured) {
      text.append(Json.write(structured));
    }
    if (text.length() <= LONGEST) {
      return text.toString();
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "\n(The rest of the result was left out.)";
  }

  private static String part(Map<?, ?> part) {
    return switch (String.valueOf(part.get("type"))) {
      case "text" -> text(part.get("text"));
      case "image" -> binary("image", part, part.get("data"));
      case "audio" -> binary("sound", part, part.get("data"));
      case "resource_link" -> "(link to %s)".formatted(text(part.get("uri")));
      case "resource" ->
          part.get("resource") instanceof Map<?, ?> resource ? resource(resource) : "(a resource)";
      default -> "(a part that is no text)";
    };
  }

  private static String resource(Map<?, ?> resource) {
    return resource.get("text") instanceof String text
        ? "%s:\n%s".formatted(text(resource.get("uri")), text)
        : binary("file " + text(resource.get("uri")), resource, resource.get("blob"));
  }

  private static String binary(String what, Map<?, ?> part, @Nullable Object base64) {
    long bytes = base64 instanceof String data ? data.length() * 3L / 4 : 0;
    return "(%s, %s, about %,d bytes)".formatted(what, text(part.get("mimeType")), bytes);
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text : "";
  }
}
