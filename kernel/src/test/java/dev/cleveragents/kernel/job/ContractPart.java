package dev.cleveragents.kernel.job;

/** What a part of {@link JobStoreContract} is written against. */
interface ContractPart {

  /** The store and its surroundings. */
  JobStoreFixture jobs();

  /** How many rounds each race is run. */
  int rounds();
}
