package dev.cleveragents.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.cleveragents.cli.rules.exhibit.cli.Endings;
import dev.cleveragents.cli.rules.exhibit.cli.Main;
import dev.cleveragents.cli.rules.exhibit.cli.Printing;
import dev.cleveragents.cli.rules.exhibit.cli.Redacting;
import dev.cleveragents.cli.rules.exhibit.cli.SignalHandler;
import dev.cleveragents.cli.rules.exhibit.cli.Sleeping;
import dev.cleveragents.cli.rules.exhibit.cli.Threading;
import dev.cleveragents.cli.rules.exhibit.cli.UtilLogging;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.store.Database;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the rules on everything that is shipped, and shows on small exhibits that each rule can
 * fail.
 */
class ArchitectureRulesTest {

  private static final String EXHIBIT = "dev.cleveragents.cli.rules.exhibit";

  private static final JavaClasses SHIPPED =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(location -> !location.contains("/fixtures/"))
          .importPackages("dev.cleveragents");

  private static final JavaClasses EXHIBITS = new ClassFileImporter().importPackages(EXHIBIT);

  private final ArchitectureRules exhibitRules = new ArchitectureRules(EXHIBIT);

  static Stream<ArchRule> rules() {
    ArchitectureRules rules = new ArchitectureRules("dev.cleveragents");
    return Stream.of(
        rules.modulesPointOneWay(),
        rules.kernelPackagesPointOneWay(),
        rules.noPackageCycles(),
        rules.onlyTheStoreUsesItsConnections(),
        rules.everyPackageIsNullMarked(),
        rules.threadsStartInScopesOnly(),
        rules.onlyMainEndsTheProcess(),
        rules.nobodyPrints(),
        rules.noJavaUtilLogging(),
        rules.nobodySleeps(),
        rules.onlyViewsRedact());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void whatIsShippedKeepsTheRule(ArchRule rule) {
    rule.check(SHIPPED);
  }

  @Test
  void everyModuleThatIsThereIsSeenAndNoTest() {
    assertThat(SHIPPED.contain("dev.cleveragents.kernel.time.TimeSource")).isTrue();
    assertThat(SHIPPED.contain("dev.cleveragents.exec.Command")).isTrue();
    assertThat(SHIPPED.contain(Database.class)).isTrue();
    assertThat(SHIPPED.contain(CleverAgents.class)).isTrue();
    assertThat(SHIPPED.contain("dev.cleveragents.cli.Main")).isTrue();
    assertThat(SHIPPED.contain(ArchitectureRulesTest.class)).isFalse();
  }

  private static List<String> violations(ArchRule rule, Class<?>... classes) {
    JavaClasses imported =
        classes.length > 0 ? new ClassFileImporter().importClasses(classes) : EXHIBITS;
    EvaluationResult result = rule.allowEmptyShould(true).evaluate(imported);
    return result.getFailureReport().getDetails();
  }

  @Test
  void aModuleThatLooksUpIsCaught() {
    assertThat(violations(exhibitRules.modulesPointOneWay()))
        .anyMatch(line -> line.contains("kernel.LooksUp") && line.contains("cli.Main"));
  }

  @Test
  void aModuleThatLooksAsideIsCaught() {
    assertThat(violations(exhibitRules.modulesPointOneWay()))
        .anyMatch(line -> line.contains("store.LooksAside") && line.contains("exec.a.Here"));
  }

  @Test
  void anUnlistedModuleIsCaught() {
    assertThat(violations(exhibitRules.modulesPointOneWay()))
        .anyMatch(line -> line.contains("attic.Unlisted") && line.contains("does not know"));
  }

  @Test
  void aModuleThatLooksDownIsFine() {
    assertThat(violations(exhibitRules.modulesPointOneWay()))
        .noneMatch(line -> line.contains("cli.LooksDown"));
  }

  @Test
  void aKernelPackageThatLooksUpIsCaught() {
    assertThat(violations(exhibitRules.kernelPackagesPointOneWay()))
        .anyMatch(line -> line.contains("cancel.LooksUp") && line.contains("job.Thing"));
  }

  @Test
  void aCycleOfPackagesIsCaught() {
    assertThat(violations(exhibitRules.noPackageCycles()))
        .anyMatch(line -> line.contains("exec.a") && line.contains("exec.b"));
  }

  @Test
  void aConnectionOutsideTheStoreIsCaught() {
    assertThat(violations(exhibitRules.onlyTheStoreUsesItsConnections()))
        .anyMatch(line -> line.contains("cli.Connecting"))
        .noneMatch(line -> line.contains("store.Connects"));
  }

  @Test
  void aPackageWithoutTheMarkIsCaught() {
    assertThat(violations(exhibitRules.everyPackageIsNullMarked()))
        .anyMatch(line -> line.contains("attic has no @NullMarked"))
        .noneMatch(line -> line.contains("store has no @NullMarked"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "newThread",
        "threadReference",
        "startOne",
        "startVirtual",
        "builder",
        "platformFactory",
        "executors",
        "pool",
        "scheduled",
        "forkJoin",
        "timer",
        "async",
        "thenAsync",
        "timeout",
        "parallelStream",
        "parallel",
        "parallelSort",
        "shutdownHook"
      })
  void everyWayToStartAThreadIsCaught(String way) {
    assertThat(violations(exhibitRules.threadsStartInScopesOnly(), Threading.class))
        .anyMatch(line -> line.contains("Threading." + way + "("));
  }

  @Test
  void onlyTheSignalHandlerHasAShutdownHook() {
    assertThat(violations(exhibitRules.threadsStartInScopesOnly(), SignalHandler.class)).isEmpty();
  }

  @Test
  void endingTheProcessIsCaughtButForMain() {
    assertThat(violations(exhibitRules.onlyMainEndsTheProcess(), Endings.class)).hasSize(3);
    assertThat(violations(exhibitRules.onlyMainEndsTheProcess(), Main.class, SignalHandler.class))
        .isEmpty();
  }

  @Test
  void printingIsCaught() {
    assertThat(violations(exhibitRules.nobodyPrints(), Printing.class))
        .anyMatch(line -> line.contains("Printing.out("))
        .anyMatch(line -> line.contains("Printing.err("))
        .anyMatch(line -> line.contains("Printing.trace("));
  }

  @Test
  void javaUtilLoggingIsCaught() {
    assertThat(violations(exhibitRules.noJavaUtilLogging(), UtilLogging.class)).isNotEmpty();
  }

  @Test
  void sleepingIsCaught() {
    assertThat(violations(exhibitRules.nobodySleeps(), Sleeping.class)).hasSize(2);
  }

  @Test
  void redactionInAFrontEndIsCaught() {
    assertThat(violations(exhibitRules.onlyViewsRedact(), Redacting.class)).hasSize(1);
  }
}
