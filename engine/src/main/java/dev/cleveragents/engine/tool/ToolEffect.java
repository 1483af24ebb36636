package dev.cleveragents.engine.tool;

/** One kind of effect that a tool may have; a profile can ask a person about each. */
public enum ToolEffect {
  CREATE_FILE,
  EDIT_FILE,
  DELETE_FILE,
  RUN_COMMAND,
  USE_NETWORK,
  INSTALL_DEPENDENCY,
  /** Changes something through an MCP server, which this program cannot confine. */
  CHANGE_THROUGH_SERVER,
  /** Creates plans that work at the same time, and may spend as much as the plan. */
  SPAWN_SUBPLAN
}
