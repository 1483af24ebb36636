package dev.cleveragents.workspace.apply.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.workspace.PlanId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplyRequestTest {

  private static ApplyRequest request(String message, Map<String, String> trailers) {
    UlidGenerator ids = UlidGenerator.system();
    return new ApplyRequest(
        new PlanId(ids.next()),
        new Lease(new JobId(ids.next()), 1, new SessionId(ids.next())),
        message,
        trailers,
        List.of());
  }

  @Test
  void trailers_stand_below_the_message_in_their_order() {
    Map<String, String> trailers = new LinkedHashMap<>();
    trailers.put("Plan-Id", "7");
    trailers.put("By", "an actor");

    assertThat(request("Do it\n\nAt length.\n\n", trailers).text())
        .isEqualTo("Do it\n\nAt length.\n\nPlan-Id: 7\nBy: an actor\n");
    assertThat(request(" Do it", Map.of()).text()).isEqualTo("Do it\n");
  }

  @Test
  void nothing_in_a_message_changes_how_a_terminal_shows_it() {
    assertThat(request("Red \u001b[31m, \u202eleft\u2066\u0007 äé 漢 😀", Map.of()).text())
        .isEqualTo("Red \\u001b[31m, \\u202eleft\\u2066\\u0007 äé 漢 😀\n");
    assertThat(request("One\r\ntwo\tthree", Map.of("By", "\u001b]0;title")).text())
        .isEqualTo("One\ntwo\tthree\n\nBy: \\u001b]0;title\n");
  }

  @Test
  void a_commit_without_a_message_is_refused() {
    assertThatThrownBy(() -> request(" \n", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a message");
  }

  @ParameterizedTest
  @CsvSource({"Two words,x", "9,x", "'',x", "Name,''", "Name,'one\ntwo'"})
  void what_git_would_not_take_for_a_trailer_is_refused(String name, String value) {
    assertThatThrownBy(() -> request("Do it", Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Not a trailer");
  }
}
