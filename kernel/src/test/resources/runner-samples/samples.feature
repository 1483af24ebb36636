Feature: Samples for the runner

  Scenario: a plain scenario that passes
    Given a sample step that passes

  Scenario: a plain scenario that fails
    Given a sample step that fails an assertion

  Scenario: a plain scenario with a missing step
    Given a sample step without an implementation

  Scenario: a plain scenario with a pending step
    Given a sample step that is pending

  Scenario Outline: an outline
    Given a sample step that <ends>

    Examples:
      | ends               |
      | passes             |
      | fails an assertion |

  @tdd_expected_fail
  Scenario: a defect that is caught
    Given a sample step that fails an assertion

  @tdd_expected_fail
  Scenario: a defect that is no longer caught
    Given a sample step that passes

  @tdd_expected_fail
  Scenario: a defect with a missing step
    Given a sample step without an implementation

  @tdd_expected_fail
  Scenario: a defect with a pending step
    Given a sample step that is pending

  @tdd_expected_fail
  Scenario: a defect whose step breaks
    Given a sample step that breaks
