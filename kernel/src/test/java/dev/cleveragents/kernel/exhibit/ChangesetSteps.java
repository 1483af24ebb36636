package dev.cleveragents.kernel.exhibit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;

/** The steps of {@code changeset.feature}. Public for Cucumber. */
public final class ChangesetSteps {

  private RacyPlanExecutionContext context = new RacyPlanExecutionContext();
  private int ours;

  @Given("the original's execution context")
  public void theOriginal() {
    context = new RacyPlanExecutionContext();
  }

  @When("one thread starts a changeset")
  public void oneStarts() {
    ours = context.startChangeset();
  }

  @When("another thread starts a changeset before the first one records")
  public void anotherStarts() throws InterruptedException {
    Thread other = Thread.ofPlatform().start(() -> context.startChangeset());
    other.join();
  }

  @When("the first thread records a change")
  public void theFirstRecords() {
    context.recordChange("edit of README.md");
  }

  @Then("the change is in the changeset of the first thread")
  public void theChangeIsWhereItBelongs() {
    assertThat(context.entriesOf(ours)).containsExactly("edit of README.md");
  }
}
