package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an index holds, and when it is made new. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProjectIndexTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path temp;
  private GitRepository repository;

  @BeforeEach
  void init() throws Exception {
    repository = GitRepository.init(temp.resolve("repository"));
  }

  private ProjectIndex index(IndexRules rules) throws Exception {
    return ProjectIndex.open(
        temp.resolve("index"),
        IndexSettings.STANDARD.withRules(rules),
        ThreadFactories.standard(),
        TimeSource.system(),
        new IndexCache());
  }

  private ProjectIndex index() throws Exception {
    return index(IndexRules.STANDARD);
  }

  private static List<String> found(ProjectIndex index, String words) {
    try (IndexSnapshot snapshot = index.snapshot()) {
      return snapshot.search(words, 100).stream().map(Hit::path).toList();
    }
  }

  @Test
  void aNewIndexHoldsNothing() throws Exception {
    try (ProjectIndex index = index();
        IndexSnapshot snapshot = index.snapshot()) {
      assertThat(snapshot.generation()).isZero();
      assertThat(snapshot.paths()).isEmpty();
      assertThat(snapshot.search("anything", 10)).isEmpty();
      assertThat(snapshot.text("a")).isEmpty();
      assertThat(index.status().files()).isZero();
      assertThat(index.status().syntax().share()).isEqualTo(1);
    }
  }

  @Test
  void theBestPieceComesFirstWithItsLinesAndWords() throws Exception {
    repository
        .write("src/PaymentGateway.java", "class PaymentGateway {\n  void refund() {}\n}\n")
        .write("notes.txt", "nothing here\n\nabout a refund\n")
        .write("other.txt", "something else\n");
    try (ProjectIndex index = index()) {
      UpdateResult result = index.update(TestGit.tree(repository), Progress.NONE, GO);
      assertThat(result.outcome()).isEqualTo(UpdateResult.Outcome.UPDATED);
      assertThat(result.written()).isEqualTo(3);
      try (IndexSnapshot snapshot = index.snapshot()) {
        List<Hit> hits = snapshot.search("this is the gateway of payments: refund", 10);
        assertThat(hits)
            .extracting(Hit::path)
            .containsExactly("src/PaymentGateway.java", "notes.txt");
        assertThat(hits.getFirst().lines()).isEqualTo(new LineRange(1, 3));
        assertThat(hits.getFirst().terms()).containsExactly("gateway", "payment", "refund");
        assertThat(hits.getFirst().score()).isGreaterThan(hits.getLast().score());
        assertThat(snapshot.text("notes.txt")).contains("nothing here\n\nabout a refund\n");
        assertThat(snapshot.text("notes.txt", new LineRange(3, 9))).contains("about a refund\n");
        assertThat(snapshot.search("the", 10)).isEmpty();
      }
    }
  }

  @Test
  void aSearchInSomeFilesFindsTheSamePiecesWithTheSameScores() throws Exception {
    repository
        .write("a.txt", "about a refund\n")
        .write("b.txt", "refund refund\n")
        .write("c.txt", "a longer text about one more refund\n");
    try (ProjectIndex index = index()) {
      index.update(TestGit.tree(repository), Progress.NONE, GO);
      try (IndexSnapshot snapshot = index.snapshot()) {
        TextQuery query = new TextQuery("refund", List.of());
        List<Hit> all = snapshot.search(query, 10);
        assertThat(all).hasSize(3);
        assertThat(snapshot.search(query, List.of("a.txt", "c.txt", "missing.txt"), 10))
            .isEqualTo(all.stream().filter(hit -> !hit.path().equals("b.txt")).toList());
        assertThat(snapshot.search(query, List.of(), 10)).isEmpty();
      }
    }
  }

  @Test
  void whatIsNotIndexedIsCountedWithItsReason() throws Exception {
    repository
        .write("ok.txt", "fine")
        .write("empty.txt", "")
        .write("binary", new byte[] {1, 0, 2})
        .write("unknown.txt", new byte[] {'a', (byte) 0x81, 'b'})
        .write("large.txt", "hidden ".repeat(200));
    Files.createSymbolicLink(repository.directory().resolve("link"), Path.of("ok.txt"));
    IndexRules rules = new IndexRules(1_000, (_, text) -> text, "small");
    try (ProjectIndex index = index(rules)) {
      index.update(TestGit.tree(repository), Progress.NONE, GO);
      IndexStatus status = index.status();
      assertThat(status.files()).isEqualTo(2);
      assertThat(status.bytes()).isEqualTo(4);
      assertThat(status.chunks()).isEqualTo(2);
      assertThat(status.bytesOnDisk()).isPositive();
      assertThat(status.skipped())
          .isEqualTo(
              Map.of(
                  SkipReason.BINARY,
                  1,
                  SkipReason.NOT_TEXT,
                  1,
                  SkipReason.TOO_LARGE,
                  1,
                  SkipReason.LINK,
                  1));
      assertThat(found(index, "hidden")).isEmpty();
      assertThat(found(index, "empty")).containsExactly("empty.txt");
    }
    try (ProjectIndex index = index(IndexRules.STANDARD)) {
      UpdateResult result = index.update(TestGit.tree(repository), Progress.NONE, GO);
      assertThat(result.outcome()).isEqualTo(UpdateResult.Outcome.UPDATED);
      assertThat(result.written()).isEqualTo(1);
      assertThat(found(index, "hidden")).containsExactly("large.txt");
      assertThat(index.status().skipped()).doesNotContainKeys(SkipReason.TOO_LARGE);
    }
    try (ProjectIndex index = index(rules)) {
      index.update(TestGit.tree(repository), Progress.NONE, GO);
      assertThat(found(index, "hidden")).isEmpty();
    }
  }

  @Test
  void theUsersUncommittedTextIsNeverSeen() throws Exception {
    repository.write("a.txt", "committed");
    GitTree tree = TestGit.tree(repository);
    repository.write("a.txt", "typing").write("b.txt", "typing");
    try (ProjectIndex index = index()) {
      index.update(tree, Progress.NONE, GO);
      assertThat(found(index, "typing")).isEmpty();
      assertThat(found(index, "committed")).containsExactly("a.txt");
    }
  }

  @Test
  void syntaxFollowsTheTextAndIsKnownByName() throws Exception {
    repository.write("a.def", "def One\nuse Two\nimport some.Thing\n").write("b.txt", "def Two\n");
    List<Long> done = new ArrayList<>();
    try (ProjectIndex index = index()) {
      long text = index.update(TestGit.tree(repository), Progress.NONE, GO).generation();
      assertThat(index.status().syntax()).isEqualTo(new IndexStatus.Coverage(0, 0, 2));
      UpdateResult result =
          index.updateSyntax(new WordParser(), (phase, at, total) -> done.add(at), GO);
      assertThat(result.written()).isEqualTo(2);
      assertThat(result.generation()).isGreaterThan(text);
      assertThat(done).containsExactly(0L, 2L);
      assertThat(index.status().syntax()).isEqualTo(new IndexStatus.Coverage(2, 1, 2));
      try (IndexSnapshot snapshot = index.snapshot()) {
        assertThat(snapshot.pathsDefining("One")).containsExactly("a.def");
        assertThat(snapshot.pathsDefining("m.One")).containsExactly("a.def");
        assertThat(snapshot.pathsReferringTo("Two")).containsExactly("a.def");
        assertThat(snapshot.parsed("a.def").orElseThrow().symbols()).hasSize(1);
        assertThat(snapshot.search("One", 1).getFirst().symbol()).isEqualTo("One");
        try (IndexSnapshot over =
            snapshot.overlay(Map.of("a.def", Optional.empty()), new WordParser(), GO)) {
          assertThat(over.pathsDefining("One")).isEmpty();
          assertThat(over.paths()).containsExactly("b.txt");
          assertThat(over.contains("a.def")).isFalse();
        }
      }
      assertThat(index.updateSyntax(new WordParser(), Progress.NONE, GO).outcome())
          .isEqualTo(UpdateResult.Outcome.UNCHANGED);
    }
  }

  @Test
  void clearingRemovesEverythingAndTheGenerationStillGrows() throws Exception {
    repository.write("a.txt", "apple");
    try (ProjectIndex index = index()) {
      long before = index.update(TestGit.tree(repository), Progress.NONE, GO).generation();
      assertThat(index.clear(GO)).isTrue();
      assertThat(found(index, "apple")).isEmpty();
      assertThat(index.status().tree()).isEmpty();
      long after = index.update(TestGit.tree(repository), Progress.NONE, GO).generation();
      assertThat(after).isGreaterThan(before + 1);
      assertThat(found(index, "apple")).containsExactly("a.txt");
    }
  }

  @Test
  void aDamagedFolderReadsAsEmptyAndIsMadeNew() throws Exception {
    repository.write("a.txt", "apple");
    try (ProjectIndex index = index()) {
      index.update(TestGit.tree(repository), Progress.NONE, GO);
    }
    for (String ending : List.of(".cfs", ".si", "segments_1")) {
      damage(ending);
      try (ProjectIndex index = index()) {
        assertThat(found(index, "apple")).as(ending).isEmpty();
        assertThat(index.status().trouble()).isPresent();
        UpdateResult result = index.update(TestGit.tree(repository), Progress.NONE, GO);
        assertThat(result.rebuilt()).as(ending).isPresent();
        assertThat(index.status().trouble()).isEmpty();
        assertThat(found(index, "apple")).containsExactly("a.txt");
      }
    }
  }

  private void damage(String ending) throws Exception {
    try (Stream<Path> files = Files.list(temp.resolve("index"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(ending)).toList()) {
        Files.write(file, new byte[] {1, 2, 3});
      }
    }
  }

  @Test
  void fewChangesOfTextMergeNothing() throws Exception {
    int updates = 15;
    try (ProjectIndex index = index()) {
      for (int i = 0; i < updates; i++) {
        repository.write(i + ".txt", "apple " + i);
        index.update(TestGit.tree(repository), Progress.NONE, GO);
      }
      assertThat(segments()).isEqualTo(updates);
      assertThat(found(index, "apple")).hasSize(updates);
    }
  }

  @Test
  void whatTheSyntaxThatFollowsMergesStaysMerged() throws Exception {
    int updates = 15;
    try (ProjectIndex index = index()) {
      for (int i = 0; i < updates; i++) {
        repository.write(i + ".txt", "apple " + i);
        index.update(TestGit.tree(repository), Progress.NONE, GO);
        index.updateSyntax(new WordParser(), Progress.NONE, GO);
      }
      assertThat(segments()).isLessThan(updates);
      assertThat(found(index, "apple")).hasSize(updates);
    }
  }

  private int segments() throws Exception {
    try (FSDirectory folder = FSDirectory.open(temp.resolve("index"))) {
      return DirectoryReader.listCommits(folder).getLast().getSegmentCount();
    }
  }

  @Test
  void aFolderOfAnotherFormatIsMadeNew() throws Exception {
    repository.write("a.txt", "apple");
    try (var directory = FSDirectory.open(temp.resolve("index"));
        var writer = new IndexWriter(directory, new IndexWriterConfig(new KeywordAnalyzer()))) {
      writer.setLiveCommitData(Map.of("format", "0", "generation", "41").entrySet());
      writer.commit();
    }
    try (ProjectIndex index = index()) {
      UpdateResult result = index.update(TestGit.tree(repository), Progress.NONE, GO);
      assertThat(result.rebuilt()).contains("it was written in another format");
      assertThat(result.generation()).isEqualTo(42);
      assertThat(found(index, "apple")).containsExactly("a.txt");
    }
  }

  /** Otherwise Lucene searches for each length, for each word: a quarter of the time went there. */
  @Test
  void everyDocumentHasALengthInEveryFieldThatIsSearched() throws Exception {
    repository.write("a.def", "def One\n").write("b.txt", "text\n").write("c.bin", "\0");
    try (ProjectIndex index = index()) {
      index.update(TestGit.tree(repository), Progress.NONE, GO);
      index.updateSyntax(new WordParser(), Progress.NONE, GO);
      try (IndexSnapshot snapshot = index.snapshot()) {
        for (LeafReaderContext leaf : snapshot.searcher().getIndexReader().leaves()) {
          for (String field : IndexFields.SEARCHED) {
            NumericDocValues lengths = leaf.reader().getNormValues(field);
            for (int document = 0; document < leaf.reader().maxDoc(); document++) {
              assertThat(lengths.advanceExact(document)).as(field).isTrue();
            }
          }
        }
      }
    }
  }
}
