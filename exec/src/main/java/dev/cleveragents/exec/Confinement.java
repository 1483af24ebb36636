package dev.cleveragents.exec;

import dev.cleveragents.exec.confine.Bubblewrap;
import dev.cleveragents.exec.confine.ConfinementRules;
import dev.cleveragents.exec.confine.ConfinementWrapper;
import dev.cleveragents.exec.confine.Isolation;
import dev.cleveragents.exec.confine.NamespaceConfinement;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The facilities of this machine to keep a program from writing where it should not: found out once
 * per process, by trying. It keeps mistakes from doing harm; it is no prison for a program that
 * means to break out, which may still have the network and whatever other programs do for it.
 *
 * <p>A value. The result is kept in an atomic reference; two threads that ask first at the same
 * time both look.
 */
public final class Confinement {

  /** By what. */
  public enum Kind {
    BUBBLEWRAP,
    NAMESPACES,
    NONE
  }

  private static final AtomicReference<@Nullable Confinement> FOUND = new AtomicReference<>();

  private final @Nullable ConfinementWrapper wrapper;
  private final String remark;

  private Confinement(@Nullable ConfinementWrapper wrapper, String remark) {
    this.wrapper = wrapper;
    this.remark = remark;
  }

  static Confinement by(ConfinementWrapper wrapper, String remark) {
    return new Confinement(wrapper, remark);
  }

  /** No confinement, and why. */
  public static Confinement none(String why) {
    return new Confinement(null, why);
  }

  /**
   * The confinement that works here: {@code bwrap} if it is on the PATH, else namespaces of Linux,
   * else nothing. The first call tries it, which takes a fraction of a second and never more than
   * half a minute.
   */
  public static Confinement ofThisMachine() throws InterruptedException {
    Confinement known = FOUND.get();
    if (known == null) {
      known = ConfinementTrial.find(System.getenv().getOrDefault("PATH", ""));
      FOUND.set(known);
    }
    return known;
  }

  /** By what programs are confined. */
  public Kind kind() {
    return switch (wrapper) {
      case null -> Kind.NONE;
      case Bubblewrap _ -> Kind.BUBBLEWRAP;
      case NamespaceConfinement _ -> Kind.NAMESPACES;
    };
  }

  /** What it keeps programs apart from; empty if it confines none. */
  public Optional<Isolation> isolation() {
    return Optional.ofNullable(wrapper).map(ConfinementWrapper::isolation);
  }

  /** For people: by what, or why not. */
  public String remark() {
    return remark;
  }

  /**
   * The same command, confined when it is run.
   *
   * @throws IllegalStateException if there is nothing to confine it by
   */
  public Command confine(Command command, ConfinementRules confines) {
    if (wrapper == null) {
      throw new IllegalStateException("This machine cannot confine a program: " + remark);
    }
    return command.confined(new Wrapping(wrapper, confines));
  }

  /** How a command is confined, and to what. */
  record Wrapping(ConfinementWrapper wrapper, ConfinementRules confines) {

    List<String> before(Command command) throws IOException {
      return wrapper.before(command.directory(), confines, command.limits().grace());
    }

    /** Whether the command's processes are kept apart, so that the kernel ends them with it. */
    boolean isNamespace() {
      return wrapper.isolation().ofProcesses();
    }
  }
}
