@tdd_issue @tdd_issue_7120
Feature: A change goes to the changeset that made it
  In the original a change was recorded in whichever changeset had been started last, by anybody.
  Ours comes with plans: a change will be recorded through the handle of its own changeset. Until
  then there is only the original here, and its scenario fails, as it must.

  @tdd_expected_fail
  Scenario: Somebody else starts a changeset between our start and our change
    Given the original's execution context
    When one thread starts a changeset
    And another thread starts a changeset before the first one records
    And the first thread records a change
    Then the change is in the changeset of the first thread
