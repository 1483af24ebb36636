/**
 * The settings of an installation: one table of keys ({@link
 * dev.cleveragents.runtime.settings.SettingKeys}) that loading, {@code agents config} and the
 * reference page follow. Knows neither the command line nor the format of the configuration file.
 */
@NullMarked
package dev.cleveragents.runtime.settings;

import org.jspecify.annotations.NullMarked;
