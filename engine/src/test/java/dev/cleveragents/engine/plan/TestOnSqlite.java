package dev.cleveragents.engine.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test that runs on SQLite, and with {@code -Pexhaustive} on each {@link TestDatabaseKind}. For
 * tests of what is the same on every database; another test of the class runs on each.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("dev.cleveragents.engine.plan.TestDatabaseKind#ofThisBuild")
public @interface TestOnSqlite {}
