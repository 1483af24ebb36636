@tdd_issue @tdd_issue_7120
Feature: A change goes to the changeset that made it
  In the original a change was recorded in whichever changeset had been started last, by any thread.
  Here the thread that starts a changeset gets a handle, and a change goes where its handle belongs.

  Scenario Outline: Another thread starts a changeset between our start and our change
    Given our execution context on <database>
    When one thread starts a changeset
    And another thread starts a changeset before the first one records
    And the first thread records a change
    Then the change is in the changeset of the first thread
    And the changeset of the other thread is empty

    Examples:
      | database   |
      | SQLite     |
      | PostgreSQL |

  @tdd_expected_fail
  Scenario: The original: another thread starts a changeset between our start and our change
    Given the original's execution context
    When one thread starts a changeset
    And another thread starts a changeset before the first one records
    And the first thread records a change
    Then the change is in the changeset of the first thread

  Scenario Outline: Eight threads work at the same moment
    Given our execution context on <database>
    When 8 threads each start a changeset, wait for each other and record 10 changes
    Then every changeset holds exactly the changes of its own thread, in their order

    Examples:
      | database   |
      | SQLite     |
      | PostgreSQL |

  @tdd_expected_fail
  Scenario: The original: eight threads work at the same moment
    Given the original's execution context
    When 8 threads each start a changeset, wait for each other and record 10 changes
    Then every changeset holds exactly the changes of its own thread, in their order

  Scenario: An ended changeset refuses changes
    Given our execution context on SQLite
    When one thread starts a changeset
    And the first thread completes it
    Then a change that comes later is refused
    And completing it again is refused

  Scenario: A worker declared dead resumes
    Given our execution context on SQLite
    When one thread starts a changeset
    And another worker takes over the plan
    Then a change that comes later is refused
