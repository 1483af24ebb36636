@tdd_issue @tdd_issue_7166
Feature: A cancellation is never lost
  Work is handed a token that tells it when to stop. In the original a token could be reset while
  a thread was acting on its cancellation: the signal was taken back and the work continued, or tore
  itself down holding a token that said "not cancelled".
  Ours is never taken back. A reset puts a new token in place for new work; the old one stays as it
  was, and is cancelled if it was not.

  Rule: What a worker has seen is not taken back

    Scenario: The token is reset between the look and the tear-down
      Given our token
      And a worker that looks at the token and, once it is cancelled, tears its work down
      When the token is cancelled
      And the worker has seen it but not yet begun to tear down
      And another thread resets the token
      Then the worker finds its token cancelled

    @tdd_expected_fail
    Scenario: The original's token is reset between the look and the tear-down
      Given the original's token
      And a worker that looks at the token and, once it is cancelled, tears its work down
      When the token is cancelled
      And the worker has seen it but not yet begun to tear down
      And another thread resets the token
      Then the worker finds its token cancelled

    Scenario: A sleeping worker is woken by the cancel and the token is reset before it looks
      Given our token
      And a worker that sleeps until the token is cancelled and then tears its work down
      When the token is cancelled
      And the worker has seen it but not yet begun to tear down
      And another thread resets the token
      Then the worker finds its token cancelled

    @tdd_expected_fail
    Scenario: The original's sleeping worker is woken and the token is reset before it looks
      Given the original's token
      And a worker that sleeps until the token is cancelled and then tears its work down
      When the token is cancelled
      And the worker has seen it but not yet begun to tear down
      And another thread resets the token
      Then the worker finds its token cancelled

  Rule: A cancel reaches every holder of the token

    Scenario: A worker that looks too late still learns of the cancellation
      Given our token
      And a worker that began with the token and is too busy to look at it
      When the token is cancelled
      And another thread resets the token
      Then the worker finds its token cancelled

    @tdd_expected_fail
    Scenario: The original's worker that looks too late never learns of the cancellation
      Given the original's token
      And a worker that began with the token and is too busy to look at it
      When the token is cancelled
      And another thread resets the token
      Then the worker finds its token cancelled

    Scenario: Cancel and reset at the same moment
      Given our token
      When a cancel and a reset meet 2000 times, every fourth time the cancel just before the reset
      Then no worker that had the token before has lost the cancellation

    @tdd_expected_fail
    Scenario: Cancel and reset of the original at the same moment
      Given the original's token
      When a cancel and a reset meet 2000 times, every fourth time the cancel just before the reset
      Then no worker that had the token before has lost the cancellation

    Scenario: No caller keeps a token that can never be cancelled
      Given our token
      And a worker that sleeps until the token is cancelled and then tears its work down
      When the token is reset without a cancel
      Then the worker is told that its token was superseded
      And the new token is not cancelled

  Rule: Who asks to be told is told exactly once

    Scenario: Callbacks registered before, during and after the cancel
      Given our token
      When 20 callbacks are registered while another thread cancels the token, 1000 times over
      Then 22000 callbacks have run, each once, with one before and one after in every round

  Rule: Cancellation goes down, never up

    Scenario: A helper is cancelled alone, the work with all its helpers
      Given our token
      And work with 3 helpers, each with a token of its own below
      When one of the helpers is cancelled
      Then the work and the other helpers continue
      When the token is cancelled
      Then every helper is cancelled for the same reason
