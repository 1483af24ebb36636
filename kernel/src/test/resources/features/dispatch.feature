@tdd_issue @tdd_issue_7357
Feature: A job is dispatched once
  A worker looks for queued jobs again and again, and several workers may look at the same time. In
  the original a poll read the list of queued jobs and started what it had read; a job stood in that
  list until its own thread marked it as running, so a second poll could start it again.
  Ours has no such list. Looking for a job and taking it is one step.

  Rule: Two polls that overlap start a job once

    Scenario: A poll is overtaken after it has looked for work
      Given our worker
      And a queued job
      When a poll is held where it can be overtaken
      And two other polls come and go meanwhile
      And the held poll continues
      Then the body of the job has run once

    @tdd_expected_fail
    Scenario: A poll of the original is overtaken after it has looked for work
      Given the original's worker
      And a queued job
      When a poll is held where it can be overtaken
      And two other polls come and go meanwhile
      And the held poll continues
      Then the body of the job has run once

    Scenario: Many workers, many pollers, many jobs
      Given 3 workers on one store
      And 500 queued jobs
      When 2 threads poll each worker until nothing is queued
      Then every body has run exactly once

  Rule: A job that is not to run does not run

    Scenario: A job that was cancelled while it was queued
      Given 1 worker on one store
      And 1 queued job
      When the job is called off
      And 1 thread polls each worker until nothing is queued
      Then no body has run
      And the job is CANCELLED

  Rule: What a worker took is never lost, and never finished by another worker

    Scenario: A worker is closed while its body still runs
      Given 1 worker on one store
      And 1 queued job whose body ends only when it is cancelled
      When the worker has started the job
      And the worker is closed
      Then the job is QUEUED

    Scenario: A worker declared dead resumes
      Given a worker that took a job and was then declared dead
      When another worker takes the job
      And the first one comes back and reports success
      Then its report is refused and nothing it wanted stored is stored
      And the other worker can still finish the job
