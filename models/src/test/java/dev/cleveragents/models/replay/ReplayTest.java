package dev.cleveragents.models.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelPrice;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.engine.model.RequestHash;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.models.provider.Requests;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayTest {

  private static final ModelPrice PRICE =
      new ModelPrice(
          Money.dollars(new BigDecimal("0.000003")),
          Money.dollars(new BigDecimal("0.0000003")),
          Money.dollars(new BigDecimal("0.00000375")),
          Money.dollars(new BigDecimal("0.000015")));

  @TempDir Path home;
  private Path file;

  @BeforeEach
  void name() {
    file = home.resolve("run.jsonl");
  }

  private static RecordedExchange exchange(String role, int turn, String text) {
    return new RecordedExchange(
        new Turn(role, turn),
        new ModelInfo(ModelName.of("anthropic/claude-x"), 200_000, 64_000, PRICE),
        RequestHash.of(Requests.simple()),
        new ModelReply(
            text,
            List.of(new ModelToolCall("a", "read_file", "{\"path\": \"ü\\n\"}")),
            StopReason.TOOL_CALLS,
            new ModelUsage(1, 2, 3, 4),
            "msg-1"),
        Duration.ofMillis(1234));
  }

  private static Recording recording() {
    return new Recording(
        "Fix \"it\"\nnow",
        List.of(exchange("execution", 1, "one\ntwo"), exchange("execution", 2, "done")));
  }

  private ModelName added(boolean strict) throws Exception {
    RecordingFile.write(file, recording());
    return new RecordingStore(home).add(file, strict);
  }

  private ModelReply reply(ModelName name, ModelRequest request) throws Exception {
    return new RecordingStore(home)
        .open(name)
        .reply(request, ReplyListener.NONE, CancellationToken.none());
  }

  @Test
  void aRecordingIsReadAsItWasWritten() throws Exception {
    RecordingFile.write(file, recording());

    assertThat(RecordingFile.read(file)).isEqualTo(recording());
    assertThat(Files.readAllLines(file)).hasSize(3);
    assertThat(Files.readAllLines(file).getFirst())
        .isEqualTo("{\"recording\":1,\"goal\":\"Fix \\\"it\\\"\\nnow\"}");
  }

  @Test
  void aModelWithoutAPriceIsReadAsItWasWritten() throws Exception {
    RecordedExchange priced = exchange("execution", 1, "x");
    ModelInfo free = new ModelInfo(priced.model().name(), 10, 5, null);
    Recording recording =
        new Recording(
            "",
            List.of(
                new RecordedExchange(
                    priced.turn(), free, "sha256:x", priced.reply(), priced.took())));
    RecordingFile.write(file, recording);

    assertThat(RecordingFile.read(file)).isEqualTo(recording);
  }

  @Test
  void aReplayAnswersByRoleAndTurn() throws Exception {
    ModelName name = added(false);
    List<String> parts = new ArrayList<>();

    ReplayModel model = new RecordingStore(home).open(name);
    ModelReply first = model.reply(Requests.simple(1), parts::add, CancellationToken.none());

    assertThat(first).isEqualTo(recording().exchanges().getFirst().reply());
    assertThat(parts).containsExactly("one\ntwo");
    assertThat(reply(name, Requests.simple(2)).text()).isEqualTo("done");
    assertThat(model.info()).isEqualTo(new ModelInfo(name, 200_000, 64_000, PRICE));
  }

  @Test
  void aTurnThatIsNotRecordedIsNamed() throws Exception {
    ModelName name = added(false);

    ModelException failure =
        catchThrowableOfType(ModelException.class, () -> reply(name, Requests.simple(3)));

    assertThat(failure.kind()).isEqualTo(Kind.INVALID_REQUEST);
    assertThat(failure).hasMessageContaining("no turn 3 of role 'execution': it has 2");
  }

  @Test
  void onlyAStrictReplayComparesRequests() throws Exception {
    ModelName strict = added(true);
    ModelRequest same = Requests.simple(2).withMaxOutput(5);
    ModelRequest other = new ModelRequest(same.turn(), "Other.", same.messages(), same.tools(), 5);

    assertThat(strict.model()).endsWith(":strict");
    assertThat(ModelName.of(strict.toString())).isEqualTo(strict);
    assertThat(reply(strict, same).text()).isEqualTo("done");
    assertThatThrownBy(() -> reply(strict, other))
        .isInstanceOfSatisfying(
            ModelException.class, it -> assertThat(it.kind()).isEqualTo(Kind.INVALID_REQUEST))
        .hasMessageContaining("Turn 2 of role 'execution'");
    assertThat(reply(added(false), other).text()).isEqualTo("done");
  }

  @Test
  void anEmptyRecordingHasAModelWithoutPrice() throws Exception {
    RecordingFile.write(file, new Recording("x", List.of()));

    ReplayModel model = new RecordingStore(home).open(new RecordingStore(home).add(file, false));

    assertThat(model.info().price()).isNull();
  }

  @Test
  void theCopyIsNamedAfterItsContentAndOnlyItsOwnersMayReadIt() throws Exception {
    ModelName name = added(false);
    ModelName again = added(false);

    assertThat(again).isEqualTo(name);
    Path folder = home.resolve("recordings");
    Path copy = folder.resolve(name.model() + ".jsonl");
    assertThat(name.model()).matches("[0-9a-f]{16}");
    assertThat(copy).hasSameBinaryContentAs(file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void whatIsNoRecordingIsNotCopied() throws Exception {
    Files.writeString(file, "hello\n");

    assertThatThrownBy(() -> new RecordingStore(home).add(file, false))
        .isInstanceOfSatisfying(
            OperationException.class,
            it -> assertThat(it.kind()).isEqualTo(OperationException.Kind.INVALID))
        .hasMessageContaining(file + ":1: not a recording");
    assertThat(home.resolve("recordings")).doesNotExist();
    assertThatThrownBy(() -> new RecordingStore(home).add(home.resolve("none"), false))
        .isInstanceOfSatisfying(
            OperationException.class,
            it -> assertThat(it.kind()).isEqualTo(OperationException.Kind.NOT_FOUND));
    assertThatThrownBy(() -> new RecordingStore(home).add(home, false))
        .isInstanceOfSatisfying(
            OperationException.class,
            it -> assertThat(it.kind()).isEqualTo(OperationException.Kind.INVALID))
        .hasMessageContaining("not a regular file");
  }

  @ParameterizedTest
  @CsvSource({"nonsense, NOT_FOUND", "../x, NOT_FOUND"})
  void aNameThatIsNoHashIsRefused(String model, Kind kind) {
    assertThat(
            catchThrowableOfType(
                    ModelException.class,
                    () -> new RecordingStore(home).open(new ModelName("replay", model)))
                .kind())
        .isEqualTo(kind);
  }

  @Test
  void aRecordingThatIsGoneOrBrokenIsNamed() throws Exception {
    ModelName name = added(false);
    Path copy = home.resolve("recordings").resolve(name.model() + ".jsonl");
    Files.writeString(copy, "x");

    assertThatThrownBy(() -> new RecordingStore(home).open(name)).hasMessageContaining(":1: not a");

    Files.delete(copy);
    assertThatThrownBy(() -> new RecordingStore(home).open(name))
        .hasMessageContaining("no longer there");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"role\":\"execution\" | \"role\":5 | 'role' must be text",
        "\"turn\":1 | \"turn\":0 | 'turn' must be a whole number of at least 1",
        "\"turn\":1 | \"turn\":\"1\" | 'turn' must be a whole number",
        "\"model\":\"anthropic/claude-x\" | \"model\":\"x\" | 'x' is not the name of a model",
        "\"stop\":\"tool_calls\" | \"stop\":\"never\" | 'stop' must be end, tool_calls or length",
        "\"usage\":{\"input\":1 | \"usage\":{\"input\":-1 | 'input' must be a whole number",
        "\"calls\":[{ | \"calls\":{\"x\":[{}]},\"y\":[{ | 'calls' must be a list",
        "\"calls\":[{ | \"calls\":[5,{ | 'calls' must have objects",
        "\"price\":{\"input\":3.0 | \"price\":{\"input\":\"3\" | 'input' must be a number",
        "\"reply\":{ | \"reply\":5,\"r\":{ | 'reply' must be an object",
        "\"ms\":1234 | \"ms\":1234,, | No JSON"
      })
  void aMistakeIsNamedWithItsLine(String part, String broken, String message) throws Exception {
    String line = RecordingFile.line(exchange("execution", 1, "x"));
    assertThat(line).contains(part);
    Files.writeString(
        file, RecordingFile.firstLine("goal") + "\n\n" + line.replace(part, broken) + "\n");

    assertThatThrownBy(() -> RecordingFile.read(file))
        .isInstanceOf(RecordingException.class)
        .hasMessageStartingWith(file + ":3: ")
        .hasMessageContaining(message);
  }

  @Test
  void aTurnIsRecordedOnce() throws Exception {
    RecordingFile.write(
        file,
        new Recording("", List.of(exchange("execution", 1, "a"), exchange("execution", 1, "b"))));

    assertThatThrownBy(() -> RecordingFile.read(file))
        .hasMessageContaining(":3: role 'execution' has turn 1 already in line 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"goal\":\"x\"} | :1: not a recording",
        "{\"recording\":2} | version 2, and this program reads version 1",
        "`` | :1: not a recording"
      })
  void theFirstLineSaysWhatTheFileIs(String first, String message) throws Exception {
    Files.writeString(file, first);

    assertThatThrownBy(() -> RecordingFile.read(file)).hasMessageContaining(message);
  }

  @Test
  void linesAreBoundedAndUtf8() throws Exception {
    Files.writeString(file, RecordingFile.firstLine("") + "\n\"" + "x".repeat(16 << 20) + "\"\n");
    assertThatThrownBy(() -> RecordingFile.read(file))
        .hasMessageContaining(":2: the line has more");

    Files.write(file, "{\"recording\":1,\"goal\":\"ü\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> RecordingFile.read(file)).hasMessageContaining(":1: not UTF-8");
  }

  @Test
  void theHashIsThatOfWhatIsAsked() {
    ModelRequest request = Requests.conversation();
    String hash = RequestHash.of(request);

    assertThat(hash).matches("sha256:[0-9a-f]{64}");
    assertThat(RequestHash.of(request.withMaxOutput(1))).isEqualTo(hash);
    assertThat(
            RequestHash.of(
                new ModelRequest(
                    new Turn("x", 9), request.system(), request.messages(), request.tools(), 1)))
        .isEqualTo(hash);
    assertThat(RequestHash.of(changed(request, "Other.", request.messages(), request.tools())))
        .isNotEqualTo(hash);
    assertThat(
            RequestHash.of(
                changed(
                    request, request.system(), request.messages().subList(0, 2), request.tools())))
        .isNotEqualTo(hash);
    assertThat(
            RequestHash.of(
                changed(request, request.system(), request.messages(), List.<ModelTool>of())))
        .isNotEqualTo(hash);
  }

  @Test
  void theHashStaysTheSameBetweenVersions() {
    ModelRequest request =
        new ModelRequest(
            new Turn("execution", 1),
            "s",
            List.of(new ModelMessage.User("u")),
            List.of(new ModelTool("t", "d", "{}")),
            1);

    assertThat(RequestHash.of(request))
        .isEqualTo(
            "sha256:"
                + Sha256.of(
                    "{\"system\":\"s\",\"messages\":[[\"user\",\"u\"]],\"tools\":[[\"t\",\"d\",\"{}\"]]}"
                        .getBytes(StandardCharsets.UTF_8)));
  }

  private static ModelRequest changed(
      ModelRequest request, String system, List<ModelMessage> messages, List<ModelTool> tools) {
    return new ModelRequest(request.turn(), system, messages, tools, request.maxOutput());
  }
}
