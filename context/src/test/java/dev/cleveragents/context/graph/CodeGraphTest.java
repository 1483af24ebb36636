package dev.cleveragents.context.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.NodeId;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CodeGraphTest {

  private static final String BASKET = "shop/src/main/java/shop/Basket.java";
  private static final String PRICES = "shop/src/main/java/shop/money/Prices.java";
  private static final String TEST = "shop/src/test/java/shop/BasketTest.java";
  private static final String TILL = "shop/src/main/java/shop/Till.java";

  private SampleProject project;
  private CodeGraph graph;

  @BeforeAll
  void index(@TempDir Path folder) throws Exception {
    Map<String, String> files = new TreeMap<>();
    files.put(
        BASKET,
        """
        package shop;
        import shop.money.Prices;
        import java.util.List;
        public class Basket {
          private int count;
          public long total(Prices prices) { return prices.priceOf("x") + helper(); }
          long helper() { return 1; }
        }
        """);
    files.put(
        PRICES,
        """
        package shop.money;
        public class Prices {
          public long priceOf(String what) { return 1; }
        }
        """);
    files.put("other/src/money/Prices.kt", "package other.money\nclass Elsewhere\n");
    files.put(TEST, "package shop;\nclass BasketTest { void t() { new Basket().total(null); } }\n");
    files.put(TILL, "package shop;\nclass Till { Basket open() { return new Basket(); } }\n");
    files.put(
        "py/app/main.py", "from app.store import save\nfrom . import util\nimport app.deep.x\n");
    files.put("py/app/store.py", "def save(): pass\n");
    files.put("py/app/util.py", "def tidy(): pass\n");
    files.put("py/app/deep/__init__.py", "");
    files.put("py/app/deep/x.py", "from ..util import tidy\ndef go(): tidy()\n");
    files.put("py/tests/test_store.py", "from app.store import save\ndef test_it(): save()\n");
    files.put(
        "web/src/a.ts",
        "import { b } from './lib/b';\nimport c from '../c.js';\nexport const cart = b;\n");
    files.put("web/src/lib/b.tsx", "export function b() { return <i/>; }\n");
    files.put("web/src/a.test.ts", "import { cart } from './a';\ntest(cart);\n");
    files.put("web/c.ts", "import x from './src/lib';\nexport default 1;\n");
    files.put("web/src/lib/index.ts", "export * from './b';\n");
    files.put("go/go.mod", "module example.org/m\n");
    files.put(
        "go/main.go",
        "package main\nimport \"example.org/m/store\"\nfunc main() { store.Save() }\n");
    files.put("go/store/save.go", "package store\nfunc Save() {}\n");
    files.put("go/store/save_test.go", "package store\nfunc TestSave() { Save() }\n");
    files.put("rs/src/main.rs", "mod a;\nuse crate::a::b::C;\nfn main() { C::new(); }\n");
    files.put("rs/src/a/mod.rs", "pub mod b;\n");
    files.put("rs/src/a/b.rs", "pub struct C;\nimpl C { pub fn new() -> C { C } }\n");
    files.put("c/src/x.c", "#include \"x.h\"\n#include <deep/y.h>\nint x(void) { return y(); }\n");
    files.put("c/src/x.h", "int x(void);\n");
    files.put("c/include/deep/y.h", "int y(void);\n");
    files.put(
        "rb/lib/shop/cart.rb", "require 'shop/item'\nrequire_relative 'tax'\nclass Cart; end\n");
    files.put("rb/lib/shop/item.rb", "class Item; end\n");
    files.put("rb/lib/shop/tax.rb", "class Tax; end\n");
    files.put("rb/spec/shop/cart_spec.rb", "describe Cart do\nend\n");
    files.put("php/src/Models/User.php", "<?php\nnamespace App\\Models;\nclass User {}\n");
    files.put(
        "php/index.php", "<?php\nuse App\\Models\\User;\nrequire 'boot.php';\n$u = new User();\n");
    files.put("php/boot.php", "<?php\nfunction boot() {}\n");
    files.put("sh/run.sh", "source ./lib/all.sh\nsay hi\n");
    files.put("sh/lib/all.sh", "say() { echo; }\n");
    files.put("README.md", "# Shop\nSee [baskets](" + BASKET + ") and `Basket`.\n");
    project = SampleProject.of(folder, files);
    graph = project.graph();
  }

  @AfterAll
  void close() throws Exception {
    project.close();
  }

  @Test
  void aNameLeadsToItsDefinitions() {
    assertThat(graph.definitions("Basket")).containsExactly(new NodeId(BASKET, "Basket"));
    assertThat(graph.definitions("Basket.total"))
        .containsExactly(new NodeId(BASKET, "Basket.total"));
    assertThat(graph.definitions("priceOf")).containsExactly(new NodeId(PRICES, "Prices.priceOf"));
    assertThat(graph.definitions("Nothing")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shop/src/main/java/shop/Basket.java | shop/src/main/java/shop/money/Prices.java
          py/app/main.py                      | py/app/deep/x.py py/app/store.py py/app/util.py
          py/app/deep/x.py                    | py/app/util.py
          web/src/a.ts                        | web/c.ts web/src/lib/b.tsx
          web/c.ts                            | web/src/lib/index.ts
          web/src/lib/index.ts                | web/src/lib/b.tsx
          go/main.go                          | go/store/save.go
          rs/src/main.rs                      | rs/src/a/b.rs rs/src/a/mod.rs
          c/src/x.c                           | c/include/deep/y.h c/src/x.h
          rb/lib/shop/cart.rb                 | rb/lib/shop/item.rb rb/lib/shop/tax.rb
          php/index.php                       | php/boot.php php/src/Models/User.php
          sh/run.sh                           | sh/lib/all.sh
          README.md                           | shop/src/main/java/shop/Basket.java
          """)
  void anImportLeadsToTheFileThatItMeans(String path, String imported) {
    assertThat(graph.imports(path)).containsExactly(imported.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "shop/src/main/java/shop/Basket.java, shop/src/test/java/shop/BasketTest.java",
    "py/app/store.py, py/tests/test_store.py",
    "web/src/a.ts, web/src/a.test.ts",
    "go/store/save.go, go/store/save_test.go",
    "rb/lib/shop/cart.rb, rb/spec/shop/cart_spec.rb"
  })
  void testsAreFoundByTheirNames(String path, String test) {
    assertThat(graph.testsOf(path)).containsExactly(test);
    assertThat(graph.testsOf(test)).as("tests have no tests").isEmpty();
  }

  @Test
  void aTestLeadsToWhatItTests() {
    assertThat(graph.testedBy(TEST)).containsExactly(BASKET);
    assertThat(graph.testedBy("py/tests/test_store.py")).containsExactly("py/app/store.py");
    assertThat(graph.testedBy(BASKET)).isEmpty();
  }

  @Test
  void aDefinitionIsInAnotherOneAndHasOthersInIt() {
    NodeId type = new NodeId(BASKET, "Basket");
    NodeId method = new NodeId(BASKET, "Basket.total");

    assertThat(walk(method, 1, 5)).contains(step(type, Relation.CONTAINS, method));
    assertThat(walk(type, 1, 5))
        .contains(
            step(NodeId.file(BASKET), Relation.CONTAINS, type),
            step(method, Relation.MEMBER, type),
            step(new NodeId(BASKET, "Basket.count"), Relation.MEMBER, type));
  }

  private static GraphStep step(NodeId node, Relation relation, NodeId from) {
    return new GraphStep(node, 1, relation.weight(), relation, from);
  }

  private List<GraphStep> walk(NodeId start, int hops, int frontier) {
    return graph.walk(List.of(start), frontier, CancellationToken.none()).to(hops);
  }

  @Test
  void aWalkGoesBreadthFirst() {
    List<GraphStep> steps = walk(new NodeId(BASKET, "Basket.total"), 2, 50);

    assertThat(steps.getFirst().relation()).isEqualTo(Relation.START);
    assertThat(steps).extracting(GraphStep::hops).isSorted().contains(0, 1, 2);
    assertThat(steps).extracting(GraphStep::node).doesNotHaveDuplicates();
    assertThat(steps.stream().filter(step -> step.hops() == 1).map(GraphStep::node))
        .contains(
            new NodeId(PRICES, "Prices"),
            new NodeId(PRICES, "Prices.priceOf"),
            new NodeId(BASKET, "Basket.helper"),
            new NodeId(BASKET, "Basket"),
            NodeId.file(TEST))
        .doesNotContain(NodeId.file(TILL));
    assertThat(steps.stream().filter(step -> step.hops() == 2).map(GraphStep::node))
        .contains(NodeId.file(TILL));
  }

  @Test
  void noHopsGiveTheStartsAlone() {
    assertThat(walk(NodeId.file(BASKET), 0, 50))
        .extracting(GraphStep::node)
        .containsExactly(NodeId.file(BASKET));
  }

  @Test
  void whatIsNotThereIsPassedOver() {
    assertThat(walk(NodeId.file("gone.java"), 2, 50)).isEmpty();
    assertThat(walk(new NodeId(BASKET, "Gone"), 2, 50)).isEmpty();
  }

  @Test
  void theFrontierBoundsWhatIsGoneOnFrom() {
    List<GraphStep> narrow = walk(NodeId.file(BASKET), 2, 1);
    List<GraphStep> wide = walk(NodeId.file(BASKET), 2, 50);

    assertThat(narrow).hasSizeLessThan(wide.size());
    assertThat(
            narrow.stream()
                .filter(step -> step.hops() == 2)
                .map(GraphStep::from)
                .distinct()
                .count())
        .isLessThanOrEqualTo(1);
  }

  @Test
  void theSameWalkGivesTheSame() {
    assertThat(walk(NodeId.file(BASKET), 3, 10)).isEqualTo(walk(NodeId.file(BASKET), 3, 10));
  }

  @Test
  void severalWaysCountForMore() {
    List<GraphStep> steps = walk(NodeId.file(TEST), 2, 50);
    GraphStep basket =
        steps.stream()
            .filter(step -> step.node().equals(NodeId.file(BASKET)))
            .findFirst()
            .orElseThrow();

    assertThat(basket.hops()).isEqualTo(1);
    assertThat(steps).extracting(GraphStep::score).allMatch(score -> score > 0 && score <= 1);
  }

  @Test
  void aCancelledWalkStops() {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("test"));

      assertThatThrownBy(() -> graph.walk(List.of(NodeId.file(BASKET)), 5, source.token()).to(1))
          .isInstanceOf(CancelledException.class);
    }
  }
}
