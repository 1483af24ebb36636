@tdd_issue @tdd_issue_7088
Feature: A circuit breaker counts right with concurrent reports

  A strategy that fails three times in a row is switched off for a while, so that it does not slow
  every plan down. All plans that run at the same time share one breaker. In the original, reports
  that came in at the same moment overwrote each other, and a strategy that had been switched off
  was never tried again.

  Scenarios marked as expected to fail run the same steps on a copy of the original. There the
  overlap is not left to luck: its calls stop exactly where another one can get in between.

  Rule: No report is lost

    Scenario: Failures reported at the same moment are all counted
      Given a breaker that opens after 3 failures in a row
      And "search" has failed 1 time in a row
      When 2 callers report a failure of "search" at the same moment
      Then "search" is switched off

    @tdd_expected_fail
    Scenario: The original loses one of two failures reported at the same moment
      Given the original breaker that opens after 3 failures in a row
      And "search" has failed 1 time in a row
      When 2 callers report a failure of "search" at the same moment
      Then "search" is switched off

    Scenario: Sixty-four callers report ten thousand times each
      Given a breaker that opens after 3 failures in a row
      When 64 callers report on "search" 10000 times each, every fourth time a failure
      Then the totals of "search" are 480000 successes and 160000 failures

  Rule: A success and a failure never corrupt what is switched off

    Scenario: A success that overtakes a failure starts the count again
      Given a breaker that opens after 3 failures in a row
      And "search" has failed 2 times in a row
      When a success of "search" is reported while a failure of "search" is being reported
      Then "search" is not switched off

    @tdd_expected_fail
    Scenario: The original forgets the success and switches off
      Given the original breaker that opens after 3 failures in a row
      And "search" has failed 2 times in a row
      When a success of "search" is reported while a failure of "search" is being reported
      Then "search" is not switched off

    Scenario: The count and the switch always agree
      Given a breaker that opens after 1 failure in a row
      When a failure of "search" is reported while a success of "search" is being reported
      Then "search" is switched off exactly if its failures in a row have reached the threshold

    @tdd_expected_fail
    Scenario: The original counts to the threshold and leaves the strategy on
      Given the original breaker that opens after 1 failure in a row
      When a failure of "search" is reported while a success of "search" is being reported
      Then "search" is switched off exactly if its failures in a row have reached the threshold

    Scenario: No caller waits for ever
      Given a breaker that opens after 3 failures in a row
      When 16 callers use 4 names in every way there is, at the same time
      Then all of them finish within 300 seconds

  Rule: What was switched off is tried again, by one caller at a time

    Scenario: One caller gets the trial after the wait
      Given a breaker that opens after 3 failures in a row
      And "search" has failed 3 times in a row
      When 29 seconds pass
      Then calls are refused for "search"
      When 1 second passes
      Then of 8 callers that ask at the same moment exactly 1 may call "search"

    @tdd_expected_fail
    Scenario: The original never tries again
      Given the original breaker that opens after 3 failures in a row
      And "search" has failed 3 times in a row
      When 30 seconds pass
      Then of 8 callers that ask at the same moment exactly 1 may call "search"

    Scenario: A trial that succeeds switches the strategy on
      Given a breaker whose "search" is being tried
      When the trial succeeds
      Then calls are allowed for "search"

    Scenario: A trial that fails doubles the wait
      Given a breaker whose "search" is being tried
      When the trial fails
      Then the next trial of "search" is due in 60 seconds

    Scenario: The wait grows to ten minutes and no further
      Given a breaker whose "search" is being tried
      When the trial and the next 5 trials fail
      Then the next trial of "search" is due in 600 seconds

    Scenario: A cancelled trial says nothing, and the next one may begin at once
      Given a breaker whose "search" is being tried
      When the trial is cancelled
      Then of 8 callers that ask at the same moment exactly 1 may call "search"

    Scenario: A caller that dies with its trial does not block the strategy for ever
      Given a breaker whose "search" is being tried
      When 60 seconds pass
      Then the next trial of "search" is due in 60 seconds
      When 60 seconds pass
      Then of 8 callers that ask at the same moment exactly 1 may call "search"

  Rule: An outcome counts only for the state that let the call through

    Scenario: A slow call from before the trip does not close the circuit
      Given a breaker whose "search" is being tried while a call from before the trip still runs
      When the call from before the trip succeeds
      Then calls are refused for "search"
      And the totals of "search" are 1 success and 3 failures

    Scenario: A slow call from before the trip allows no second trial
      Given a breaker whose "search" is being tried while a call from before the trip still runs
      When the call from before the trip is cancelled
      Then calls are refused for "search"

    Scenario: The outcome of a lost trial does not decide the next one
      Given a breaker whose "search" is being tried
      When 120 seconds pass
      And another trial of "search" begins
      And the first trial succeeds
      Then calls are refused for "search"
