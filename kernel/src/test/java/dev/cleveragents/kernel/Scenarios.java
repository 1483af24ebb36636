package dev.cleveragents.kernel;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import io.cucumber.junit.platform.engine.Constants;
import io.cucumber.junit.platform.engine.CucumberTestEngine;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.assertj.core.util.Throwables;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The Gherkin scenarios of one folder of test resources, run by Cucumber with every step class
 * below one package. A scenario tagged {@value #EXPECTED_FAIL} shows a defect of the racy original
 * and holds only if it fails with an {@link AssertionError}: a step that is missing, pending or
 * broken in another way is a mistake in the scenario, not the defect.
 */
public final class Scenarios {

  static final String EXPECTED_FAIL = "tdd_expected_fail";

  private final Launcher launcher =
      LauncherFactory.create(
          LauncherConfig.builder()
              .enableTestEngineAutoRegistration(false)
              .enableTestExecutionListenerAutoRegistration(false)
              .enableLauncherSessionListenerAutoRegistration(false)
              .enableLauncherDiscoveryListenerAutoRegistration(false)
              .enablePostDiscoveryFilterAutoRegistration(false)
              .addTestEngines(new CucumberTestEngine())
              .build());
  private final String folder;
  private final String steps;

  /**
   * @param folder as a package of test resources
   * @param steps the package of the step classes
   */
  public Scenarios(String folder, String steps) {
    this.folder = folder;
    this.steps = steps;
  }

  /** Every scenario of the folder, by name. */
  public List<Scenario> all() {
    TestPlan plan = launcher.discover(request(selectPackage(folder)));
    return plan.getRoots().stream()
        .flatMap(root -> plan.getDescendants(root).stream())
        .filter(TestIdentifier::isTest)
        .map(test -> scenario(plan, test))
        .sorted(Comparator.comparing(Scenario::name))
        .toList();
  }

  private static Scenario scenario(TestPlan plan, TestIdentifier test) {
    Deque<String> names = new ArrayDeque<>();
    // The engine at the root is no part of the name.
    for (TestIdentifier at = test; at.getParentId().isPresent(); at = parent(plan, at)) {
      names.addFirst(at.getDisplayName());
    }
    boolean expectedToFail = test.getTags().contains(TestTag.create(EXPECTED_FAIL));
    return new Scenario(String.join(" › ", names), test.getUniqueId(), expectedToFail);
  }

  private static TestIdentifier parent(TestPlan plan, TestIdentifier of) {
    return plan.getParent(of).orElseThrow();
  }

  /** Runs one scenario; throws an {@link AssertionError} unless it ends as its tags say. */
  public void check(Scenario scenario) {
    Outcome outcome = new Outcome(scenario.id());
    launcher.execute(request(selectUniqueId(scenario.id())), outcome);
    judge(scenario, outcome.result);
  }

  private static void judge(Scenario scenario, @Nullable TestExecutionResult result) {
    if (result == null) {
      throw new AssertionError("«" + scenario.name() + "» was not run");
    }
    boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    Throwable thrown = result.getThrowable().orElse(null);
    if (scenario.expectedToFail()) {
      if (passed) {
        throw new AssertionError(
            "«%s» passed, but shows a defect of the original and must fail: the exhibit is no longer caught"
                .formatted(scenario.name()));
      }
      if (!(thrown instanceof AssertionError)) {
        throw new AssertionError(
            "«%s» must fail with an assertion about the defect, but ended %s"
                .formatted(scenario.name(), told(result)),
            thrown);
      }
    } else if (!passed) {
      throw new AssertionError(
          "«%s» must pass, but ended %s".formatted(scenario.name(), told(result)), thrown);
    }
  }

  private static String told(TestExecutionResult result) {
    return result.getStatus()
        + result.getThrowable().map(thrown -> ": " + Throwables.getStackTrace(thrown)).orElse("");
  }

  private LauncherDiscoveryRequest request(DiscoverySelector selector) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selector)
        .configurationParameter(Constants.GLUE_PROPERTY_NAME, steps)
        .configurationParameter(Constants.PLUGIN_PUBLISH_QUIET_PROPERTY_NAME, "true")
        .build();
  }

  /** One of them. */
  public record Scenario(String name, String id, boolean expectedToFail) {}

  private static final class Outcome implements TestExecutionListener {
    private final String id;
    private @Nullable TestExecutionResult result;

    private Outcome(String id) {
      this.id = id;
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult ended) {
      // Cucumber takes an id it cannot find for a wish to run the whole feature.
      if (identifier.getUniqueId().equals(id)) {
        result = ended;
      }
    }
  }
}
