package dev.cleveragents.runtime.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.runtime.ExecCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntityViewTest {

  private static final String SECRET = "ghp_" + "aB3d".repeat(9);
  private static final String HIDDEN = "[REDACTED:github-token]";

  private record Order(String name, String text, List<String> notes, @Nullable String remark) {}

  private static final EntityView<Order> VIEW =
      EntityView.of(
          (order, text) ->
              new ViewRow(order.name(), EntityView.shortened(text.apply("order")), "", Mark.NONE),
          ViewField.of("name", "name", Order::name),
          ViewField.<Order>of("text", "order", Order::text)
              .shown(it -> new ViewCell(it.text(), it.text(), Mark.GOOD)),
          ViewField.of("notes", "note", Order::notes),
          ViewField.<Order>data("parts", it -> Map.of("one", it.text())),
          ViewField.<Order>data("own", Order::text).exact(),
          ViewField.of("remark", "remark", Order::remark),
          ViewField.<Order>data("only_data", Order::name).when(it -> it.remark() == null),
          ViewField.page("only page", Order::name));

  private final Order order =
      new Order("a", "use " + SECRET, List.of("one " + SECRET, "two"), null);

  @Test
  void secretsAreTakenOutOfEveryForm() {
    assertThat(VIEW.data(order))
        .containsEntry("text", "use " + HIDDEN)
        .containsEntry("notes", List.of("one " + HIDDEN, "two"))
        .containsEntry("parts", Map.of("one", "use " + HIDDEN))
        .containsEntry("own", "use " + SECRET);
    assertThat(VIEW.rows(order))
        .contains(
            new ViewRow("order", "use " + HIDDEN, "use " + HIDDEN, Mark.GOOD),
            new ViewRow("note", "one " + HIDDEN, "", Mark.NONE));
    assertThat(VIEW.line(order).value()).isEqualTo("use " + HIDDEN);
    assertThat(VIEW.text(order, "order")).isEqualTo("use " + HIDDEN);
  }

  @Test
  void aPageLeavesOutEmptyValuesAndDataKeepsThem() {
    assertThat(VIEW.data(order).keySet())
        .containsExactly("name", "text", "notes", "parts", "own", "remark", "only_data");
    assertThat(VIEW.data(order)).containsEntry("remark", null);
    assertThat(VIEW.rows(order))
        .extracting(ViewRow::label)
        .containsExactly("name", "order", "note", "note", "only page");
    assertThat(VIEW.data(new Order("b", "", List.of(), "x"))).doesNotContainKey("only_data");
  }

  @Test
  void theCommandOfAJobIsShownWithoutItsSecrets() {
    AsyncJob exec =
        job(new ExecCommand("echo " + SECRET, Path.of("/x"), Duration.ofSeconds(90)).asJob());
    AsyncJob other = job(JobSpec.of("other").withPayload(SECRET));

    assertThat(JobView.VIEW.data(exec))
        .containsEntry("command", "echo " + HIDDEN)
        .containsEntry("deadline_ms", 90_000L)
        .doesNotContainKey("payload");
    assertThat(JobView.VIEW.text(exec, "deadline")).isEqualTo("1m 30s");
    assertThat(JobView.summary(exec)).isEqualTo("echo " + HIDDEN);
    assertThat(JobView.VIEW.data(other)).containsEntry("payload", HIDDEN);
    assertThat(JobView.VIEW.line(other).value()).isEqualTo("queued     " + HIDDEN);
  }

  private static AsyncJob job(JobSpec spec) {
    return InMemoryJobStore.create().enqueue(spec).job();
  }
}
