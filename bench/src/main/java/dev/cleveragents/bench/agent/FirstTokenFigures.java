package dev.cleveragents.bench.agent;

import dev.cleveragents.bench.Quantiles;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.ModelDirectory;
import dev.cleveragents.runtime.PlanWatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * From the moment that a server begins its answer until the first text is there: with the listener
 * of a model, and with the one who watches a plan. The server sends the rest when the text was
 * received, so nothing can wait for it.
 */
final class FirstTokenFigures {

  private static final int REPLIES = 1_000;
  private static final int WARM_UP = 1_000;
  private static final int WATCHED = 40;
  private static final int FILES = 50;
  private static final long SEEN_WITHIN_SECONDS = 5;

  private FirstTokenFigures() {}

  static void print() throws Exception {
    System.out.printf(
        Locale.ROOT,
        "%nFrom the server's first byte to the first text: %d replies, %d watched%n%n",
        REPLIES,
        WATCHED);
    System.out.println("| to | p50 ms | p99 ms | largest |");
    System.out.println("| --- | --: | --: | --: |");
    listener("OpenAI's Chat Completions", "OPENAI", "openai/m1");
    listener("Anthropic's Messages", "ANTHROPIC", "anthropic/m1");
    watcher();
  }

  /** Begin and receipt of one text after the other. */
  private static final class Receipts {

    private final BlockingQueue<Long> received = new LinkedBlockingQueue<>();
    private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());

    /** Called by the server. */
    void sent(long began) throws InterruptedException {
      Long at = received.poll(SEEN_WITHIN_SECONDS, TimeUnit.SECONDS);
      if (at == null) {
        throw new IllegalStateException("The first text was not received before the rest");
      }
      nanos.add(at - began);
    }

    /** Called by the client. */
    void received() {
      received.add(System.nanoTime());
    }
  }

  private static void listener(String wire, String variables, String model) throws Exception {
    Receipts receipts = new Receipts();
    try (TemporaryFolder home = TemporaryFolder.make("first-token");
        ModelServer server = new ModelServer(List.of(), receipts::sent);
        ModelDirectory models =
            new ModelDirectory(
                Map.of(variables + "_BASE_URL", server.address(), variables + "_API_KEY", "none"),
                home.folder(),
                TimeSource.system())) {
      ChatModel open = models.open(ModelName.of(model));
      for (int i = 1; i <= WARM_UP + REPLIES; i++) {
        ModelRequest request =
            new ModelRequest(
                new ModelRequest.Turn("execution", i),
                "Answer.",
                List.of(new ModelMessage.User("Where is it?")),
                List.of(),
                1_000);
        open.reply(request, _ -> receipts.received(), CancellationToken.none());
      }
    }
    row("a listener, " + wire, receipts.nanos.subList(WARM_UP, WARM_UP + REPLIES));
  }

  private static void watcher() throws Exception {
    Receipts receipts = new Receipts();
    try (TemporaryFolder scratch = TemporaryFolder.make("first-token");
        ModelServer server =
            new ModelServer(
                new MixedTask(WATCHED).replies(Dialect.OURS, scratch.folder()), receipts::sent);
        ForegroundPlans plans =
            new ForegroundPlans(
                scratch.folder().resolve("home"), Map.of("OPENAI_BASE_URL", server.address()))) {
      plans.carryOut(
          SampleProject.make(scratch.folder().resolve("project"), FILES),
          ModelName.of("openai/m1"),
          new Watching(receipts));
    }
    row("the view of a plan", receipts.nanos);
  }

  private static final class Watching implements PlanWatcher {

    private final Receipts receipts;
    private String before = "";

    Watching(Receipts receipts) {
      this.receipts = receipts;
    }

    @Override
    public void happened(AuditEntry entry) {}

    @Override
    public void replying(String end) {
      if (!end.isEmpty() && !end.equals(before)) {
        receipts.received();
      }
      before = end;
    }
  }

  private static void row(String what, List<Long> nanos) {
    Quantiles took = Quantiles.ofNanos(nanos);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f |%n",
        what,
        took.at(0.5),
        took.at(0.99),
        took.at(1));
  }
}
