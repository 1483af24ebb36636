@tdd_issue @tdd_issue_7088
Feature: Strategies are asked side by side, and their failures are counted right

  To find what an agent needs, several strategies look at a project at once. One that keeps failing
  is switched off for a while. All plans that run at the same time share the counts. In the
  original each plan wrote its outcomes down on a thread of its own, with nothing between them, so
  that two plans overwrote each other's counts.

  Scenarios marked as expected to fail run the same steps on a copy of the original. There the
  overlap is not left to luck: its calls stop exactly where another one can get in between.

  Rule: Plans that run at the same time lose no outcome

    Scenario: A strategy that fails in several plans at once is switched off
      Given an executor that switches a strategy off after 3 failures in a row
      And "search" has failed in 1 plan
      When "search" fails in 2 plans at the same moment
      Then "search" is off for the next plan

    @tdd_expected_fail
    Scenario: The original loses one of two failures and keeps asking
      Given the original executor that switches a strategy off after 3 failures in a row
      And "search" has failed in 1 plan
      When "search" fails in 2 plans at the same moment
      Then "search" is off for the next plan

    Scenario: An answer in one plan is not forgotten by a failure in another
      Given an executor that switches a strategy off after 3 failures in a row
      And "search" has failed in 2 plans
      When "search" answers one plan while another in which it fails is under way
      Then "search" is asked in the next plan

    @tdd_expected_fail
    Scenario: The original forgets the answer and switches the strategy off
      Given the original executor that switches a strategy off after 3 failures in a row
      And "search" has failed in 2 plans
      When "search" answers one plan while another in which it fails is under way
      Then "search" is asked in the next plan

    Scenario: Eight plans with three strategies each give the counts of one after the other
      Given an executor that switches a strategy off after 1000 failures in a row
      When 8 plans at the same time ask 3 strategies 50 times each, of which every fifth time fails
      Then the counts are those of the same plans one after the other

  Rule: One strategy's trouble is its own

    Scenario: A strategy that hangs delays the others no longer than its deadline
      Given an executor that switches a strategy off after 3 failures in a row
      When a plan asks "search", which answers, and "history", which hangs
      And the deadline passes
      Then the plan has the answer of "search"
      And the plan is told that "history" timed out
      And "history" has 1 failure and "search" has none

    Scenario: A cancelled plan counts for no strategy
      Given an executor that switches a strategy off after 3 failures in a row
      When a plan asks "search", which answers, and "history", which hangs
      And the plan is cancelled
      Then the plan is told that "history" was cancelled
      And "history" has 0 failures and "search" has none

    Scenario: Skipped strategies are reported
      Given an executor that switches a strategy off after 3 failures in a row
      And "search" has failed in 3 plans
      When a plan asks "search", which answers, and "history", which answers
      Then the plan is told that "search" was skipped, and why
