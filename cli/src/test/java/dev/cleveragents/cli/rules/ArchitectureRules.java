package dev.cleveragents.cli.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.cleveragents.store.connection.StoreException;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/** The rules of architecture that a compiler does not hold. Each is for classes below one root. */
final class ArchitectureRules {

  /** The classes that may end the process. SignalHandler does it when Main cannot. */
  private static final Set<String> MAY_END_THE_PROCESS = Set.of("cli.Main", "cli.SignalHandler");

  /**
   * Makes the thread of a shutdown hook, which Java starts when the process is asked to end: the
   * only thread that has no scope to live in.
   */
  private static final Set<String> MAY_HAVE_A_SHUTDOWN_HOOK = Set.of("cli.SignalHandler");

  /** Silences Lucene, which logs through it. */
  private static final String LUCENE = "context.index.lucene.IndexFolder";

  private static final String HALT = "java.lang.Runtime.halt(int)";

  private final String root;

  /**
   * @param root the package that holds the modules
   */
  ArchitectureRules(String root) {
    this.root = root;
  }

  ArchRule modulesPointOneWay() {
    return classes()
        .should(onlyLookDown(root, ModuleTable.MODULES))
        .because("dependencies between modules point one way");
  }

  ArchRule kernelPackagesPointOneWay() {
    return classes()
        .that()
        .resideInAPackage(root + ".kernel..")
        .should(onlyLookDown(root + ".kernel", ModuleTable.KERNEL))
        .allowEmptyShould(true)
        .because("inside the kernel packages point one way");
  }

  ArchRule noPackageCycles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
  }

  ArchRule onlyTheStoreUsesItsConnections() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(root + ".store", root + ".store.connection")
        .should()
        .dependOnClassesThat(
            resideInAPackage(root + ".store.connection")
                .and(not(belongToAnyOf(StoreException.class))))
        .allowEmptyShould(true)
        .because("Database and Transaction are the way to a database");
  }

  ArchRule everyPackageIsNullMarked() {
    return classes()
        .should(
            condition(
                "be in a package whose package-info is @NullMarked",
                (type, events) -> {
                  if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(
                        SimpleConditionEvent.violated(
                            type, type.getPackageName() + " has no @NullMarked package-info"));
                  }
                }));
  }

  ArchRule threadsStartInScopesOnly() {
    return classes()
        .that()
        .resideOutsideOfPackage(root + ".kernel.scope..")
        .should(notAccess("start threads", ThreadStarts::isOne, MAY_HAVE_A_SHUTDOWN_HOOK))
        .because("a thread belongs to a Scope, which waits for it or cancels it");
  }

  ArchRule onlyMainEndsTheProcess() {
    return classes()
        .should(
            notAccess("end the process", ArchitectureRules::endsTheProcess, MAY_END_THE_PROCESS));
  }

  ArchRule nobodyPrints() {
    return classes()
        .should(notAccess("print", ArchitectureRules::prints, Set.of()))
        .because("renderers make text and Streams writes it, so that standard output stays clean");
  }

  ArchRule noJavaUtilLogging() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(root + "." + LUCENE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .because("the log goes through slf4j");
  }

  ArchRule nobodySleeps() {
    return classes()
        .should(notAccess("sleep", call -> call.getTarget().getName().equals("sleep"), Set.of()))
        .because("one waits for a condition, a cancellation or an alarm, not for time to pass");
  }

  ArchRule onlyViewsRedact() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".cli..")
        .should()
        .callMethodWhere(
            JavaCall.Predicates.target(HasName.Predicates.nameStartingWith("redact"))
                .as("a method redacts"))
        .because("views remove secrets, so that every front end shows the same");
  }

  private static boolean endsTheProcess(JavaAccess<?> access) {
    return Set.of("java.lang.System.exit(int)", "java.lang.Runtime.exit(int)", HALT)
        .contains(access.getTarget().getFullName());
  }

  private static boolean prints(JavaAccess<?> access) {
    String target = access.getTarget().getFullName();
    boolean systemStream =
        target.equals("java.lang.System.out") || target.equals("java.lang.System.err");
    return systemStream || target.endsWith(".printStackTrace()");
  }

  private ArchCondition<JavaClass> onlyLookDown(String base, ModuleTable table) {
    return condition(
        "only look down",
        (type, events) -> {
          String from = part(base, type);
          if (!from.isEmpty() && !table.knows(from)) {
            events.add(
                SimpleConditionEvent.violated(
                    type, type.getName() + " is in " + from + ", which the table does not know"));
          }
          type.getDirectDependenciesFromSelf().stream()
              .filter(dependency -> dependency.getTargetClass().getName().startsWith(base + "."))
              .filter(d -> !table.allows(from, part(base, d.getTargetClass())))
              .forEach(d -> events.add(SimpleConditionEvent.violated(type, d.getDescription())));
        });
  }

  /** The first name below the base, or nothing for a class in the base itself. */
  private static String part(String base, JavaClass type) {
    String rest = type.getPackageName().substring(base.length());
    int dot = rest.indexOf('.', 1);
    return rest.isEmpty() ? "" : rest.substring(1, dot < 0 ? rest.length() : dot);
  }

  private ArchCondition<JavaClass> notAccess(
      String what, Predicate<JavaAccess<?>> banned, Set<String> exceptions) {
    return condition(
        "not " + what,
        (type, events) -> {
          if (exceptions.stream().noneMatch(name -> type.getName().equals(root + "." + name))) {
            type.getAccessesFromSelf().stream()
                .filter(banned)
                .forEach(a -> events.add(SimpleConditionEvent.violated(type, a.getDescription())));
          }
        });
  }

  private interface Check {
    void accept(JavaClass type, ConditionEvents events);
  }

  private static ArchCondition<JavaClass> condition(String description, Check check) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        check.accept(type, events);
      }
    };
  }
}
