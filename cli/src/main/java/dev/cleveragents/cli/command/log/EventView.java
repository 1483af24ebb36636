package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An entry of the log as commands show it. */
public record EventView(AuditEntry entry) {

  /** On one line. */
  public String line() {
    Event event = entry.event();
    String plan = event.plan() == null ? "" : " " + MeantPlan.suffix(event.plan());
    String data =
        event.data().entrySet().stream()
            .map(each -> each.getKey() + "=" + oneLine(each.getValue()))
            .collect(Collectors.joining(" "));
    return "%6d  %s  %-16s%s  %s"
        .formatted(entry.position(), entry.at(), event.type(), plan, data)
        .stripTrailing();
  }

  private static String oneLine(@Nullable Object value) {
    String text = String.valueOf(value).replace("\n", "\\n");
    return text.length() <= 80 ? text : text.substring(0, 79) + "…";
  }

  Data data() {
    Event event = entry.event();
    return Data.of("position", entry.position())
        .with("at", entry.at())
        .with("type", event.type())
        .with("plan", event.plan() == null ? null : event.plan().toString())
        .with("job", event.job() == null ? null : event.job().toString())
        .with("actor", event.actor())
        .with("correlation", event.correlation())
        .with("data", object(event.data()))
        .with("hash", entry.hash());
  }

  private static Data object(Map<?, ?> map) {
    Data data = Data.empty();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      data = data.with(String.valueOf(each.getKey()), value(each.getValue()));
    }
    return data;
  }

  private static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> object(map);
      case List<?> list -> {
        List<@Nullable Object> values = new ArrayList<>();
        list.forEach(each -> values.add(value(each)));
        yield values;
      }
      case null, default -> value;
    };
  }
}
