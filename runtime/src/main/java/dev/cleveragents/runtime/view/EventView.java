package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.AuditEvent;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The view of an entry of the audit log, which was redacted before it was stored. */
public final class EventView {

  private static final int LONGEST = 80;

  /** The fields of an entry. */
  public static final EntityView<AuditEntry> VIEW =
      EntityView.of(
          (entry, _) -> new ViewRow(Long.toString(entry.position()), details(entry), "", Mark.NONE),
          data("position", AuditEntry::position),
          data("at", AuditEntry::at),
          data("type", entry -> entry.event().type()),
          data("plan", entry -> DisplayText.orNull(entry.event().plan())),
          data("job", entry -> DisplayText.orNull(entry.event().job())),
          data("actor", entry -> entry.event().actor()),
          data("correlation", entry -> entry.event().correlation()),
          data("data", entry -> entry.event().data()),
          data("hash", AuditEntry::hash));

  private EventView() {}

  /** An entry on one line. */
  public static String text(AuditEntry entry) {
    return "%6d  %s".formatted(entry.position(), details(entry));
  }

  private static String details(AuditEntry entry) {
    AuditEvent event = entry.event();
    String plan = event.plan() == null ? "" : " " + DisplayText.shortId(event.plan());
    String data =
        event.data().entrySet().stream()
            .map(each -> each.getKey() + "=" + oneLine(each.getValue()))
            .collect(Collectors.joining(" "));
    return "%s  %-15s%s  %s"
        .formatted(DisplayText.time(entry.at()), event.type(), plan, data)
        .stripTrailing();
  }

  private static String oneLine(@Nullable Object value) {
    String text = DisplayText.shortIds(String.valueOf(value)).replace("\n", "\\n");
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }
}
