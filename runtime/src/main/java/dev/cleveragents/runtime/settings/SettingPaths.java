package dev.cleveragents.runtime.settings;

import java.nio.file.Path;

/**
 * The folders that values of settings refer to.
 *
 * @param home the installation's folder; relative paths in its configuration file start there
 * @param userHome the meaning of {@code ~}
 * @param working relative paths in environment variables start there
 */
public record SettingPaths(Path home, Path userHome, Path working) {

  SettingPaths fromWorkingFolder() {
    return new SettingPaths(working, userHome, working);
  }
}
