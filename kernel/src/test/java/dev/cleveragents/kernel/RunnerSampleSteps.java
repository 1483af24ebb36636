package dev.cleveragents.kernel;

import io.cucumber.java.PendingException;
import io.cucumber.java.en.Given;

/** A step that ends in each way a step can, for {@link ScenariosTest}. Public for Cucumber. */
public final class RunnerSampleSteps {

  @Given("^a sample step that (passes|fails an assertion|breaks|is pending)$")
  public void aSampleStepThat(String ends) {
    switch (ends) {
      case "fails an assertion" -> throw new AssertionError("on purpose");
      case "breaks" -> throw new IllegalStateException("on purpose");
      case "is pending" -> throw new PendingException();
      default -> {}
    }
  }
}
