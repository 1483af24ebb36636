import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fails with the list of classes and methods that no program of the project can reach ({@code java
 * -cp LIBRARIES Reachability.java LIST CLASSES...}; each CLASSES is a module's target/classes).
 *
 * <p>Starts at every {@code main}, every service provider and the entries of the list, and follows
 * calls as rapid type analysis does: a virtual call reaches the implementations of instantiated
 * classes only. An implementation of a library's method is live as soon as its class is
 * instantiated. A class literal counts as an instantiation by reflection, and an annotated member
 * as live, if its class is.
 *
 * <p>Each line of the list is {@code NAME reason}: an entry point that callers outside of the
 * project use. A name is a class, a package that ends in {@code .*}, or {@code class.method}. Lines
 * after {@code [unreachable now]} are reported as such but tolerated; one that is reachable or gone
 * fails, so that the list only shrinks. {@code -Dreachability=write} renews that part. A line
 * {@code [report only]} has the check list and never fail.
 */
class Reachability {

  private static final String MARK = "[unreachable now]";
  private static final String REPORT = "[report only]";

  private record Member(String owner, String name, String type) {}

  private record Type(
      String name, String module, ClassModel model, Map<String, MethodModel> methods) {}

  private final Map<String, Type> types = new HashMap<>();
  private final Map<String, Set<String>> subtypes = new HashMap<>();
  private final Map<String, Set<String>> external = new HashMap<>();
  private final Set<String> instantiated = new LinkedHashSet<>();
  private final Set<String> initialized = new HashSet<>();
  private final Set<Member> live = new HashSet<>();
  private final Set<Member> called = new LinkedHashSet<>();
  private final Map<String, Set<Member>> calledOn = new HashMap<>();
  private final Deque<Runnable> work = new ArrayDeque<>();

  public static void main(String[] args) throws IOException {
    Path list = Path.of(args[0]);
    List<String> lines = Files.exists(list) ? Files.readAllLines(list) : List.of();
    int mark = lines.indexOf(MARK);
    List<String> entries = names(mark < 0 ? lines : lines.subList(0, mark));
    Set<String> tolerated =
        new TreeSet<>(mark < 0 ? List.of() : names(lines.subList(mark, lines.size())));

    Reachability check = new Reachability();
    for (String folder : Arrays.asList(args).subList(1, args.length)) {
      check.read(Path.of(folder));
    }
    check.link();
    check.startAtPrograms(Arrays.asList(args).subList(1, args.length));
    List<String> unknown = entries.stream().filter(entry -> !check.startAt(entry)).toList();
    check.follow();
    Map<String, Set<String>> found = check.unreachable();
    Set<String> names =
        found.values().stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new));

    if ("write".equals(System.getProperty("reachability"))) {
      List<String> kept = new ArrayList<>(mark < 0 ? lines : lines.subList(0, mark));
      kept.add(MARK);
      found.forEach(
          (module, all) -> {
            kept.add("# " + module);
            kept.addAll(all);
          });
      Files.write(list, kept);
      return;
    }
    List<String> wrong = new ArrayList<>();
    found.forEach(
        (module, all) ->
            all.stream()
                .filter(name -> !tolerated.contains(name))
                .forEach(name -> wrong.add("unreachable in " + module + ": " + name)));
    tolerated.stream()
        .filter(name -> !names.contains(name))
        .forEach(name -> wrong.add("remove from " + list.getFileName() + ": " + name));
    unknown.forEach(name -> wrong.add("not found, named in " + list.getFileName() + ": " + name));
    System.out.println(
        "reachability: %d classes, %d unreachable names of which %d are tolerated"
            .formatted(check.types.size(), names.size(), tolerated.size()));
    if (!wrong.isEmpty()) {
      wrong.forEach(line -> System.err.println("reachability: " + line));
      System.err.println(
          "reachability: remove what no program reaches, or name an entry point with its reason in "
              + list);
      if (!lines.contains(REPORT)) {
        System.exit(1);
      }
    }
  }

  private static List<String> names(List<String> lines) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("["))
        .map(line -> line.split("\\s+")[0])
        .toList();
  }

  private void read(Path folder) throws IOException {
    String module = folder.toAbsolutePath().normalize().getParent().getParent().getFileName() + "";
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : files) {
      ClassModel model = ClassFile.of().parse(file);
      String name = model.thisClass().asInternalName();
      Map<String, MethodModel> methods = new HashMap<>();
      for (MethodModel method : model.methods()) {
        methods.put(key(method), method);
      }
      types.put(name, new Type(name, module, model, methods));
    }
  }

  private static String key(MethodModel method) {
    return method.methodName().stringValue() + method.methodType().stringValue();
  }

  private void link() {
    for (Type type : types.values()) {
      for (String parent : parents(type)) {
        subtypes.computeIfAbsent(parent, any -> new LinkedHashSet<>()).add(type.name);
      }
    }
  }

  private static List<String> parents(Type type) {
    List<String> parents = new ArrayList<>();
    type.model.superclass().ifPresent(parent -> parents.add(parent.asInternalName()));
    type.model.interfaces().forEach(parent -> parents.add(parent.asInternalName()));
    return parents;
  }

  private void startAtPrograms(List<String> folders) throws IOException {
    for (Type type : types.values()) {
      if (type.methods.get("main([Ljava/lang/String;)V") != null) {
        reach(new Member(type.name, "main", "([Ljava/lang/String;)V"));
      }
    }
    for (String folder : folders) {
      Path services = Path.of(folder, "META-INF", "services");
      if (Files.isDirectory(services)) {
        try (Stream<Path> files = Files.list(services)) {
          for (Path file : files.toList()) {
            names(Files.readAllLines(file)).forEach(this::startAt);
          }
        }
      }
    }
  }

  /** Whether there is such a class, package or method, which is live from now on. */
  private boolean startAt(String entry) {
    String name = entry.replace('.', '/');
    if (name.endsWith("/*")) {
      String start = name.substring(0, name.length() - 1);
      List<Type> all =
          types.values().stream()
              .filter(
                  type -> type.name.startsWith(start) && type.name.indexOf('/', start.length()) < 0)
              .toList();
      all.forEach(type -> startAt(type, any -> true));
      return !all.isEmpty();
    }
    Type type = types.get(name);
    if (type != null) {
      startAt(type, any -> true);
      return true;
    }
    Type owner = types.get(name.substring(0, Math.max(0, name.lastIndexOf('/'))));
    String method = name.substring(name.lastIndexOf('/') + 1);
    if (owner == null
        || owner.methods.values().stream().noneMatch(m -> m.methodName().equalsString(method))) {
      return false;
    }
    startAt(owner, m -> m.methodName().equalsString(method));
    return true;
  }

  private void startAt(Type type, java.util.function.Predicate<MethodModel> which) {
    instantiate(type.name);
    type.methods.values().stream()
        .filter(which)
        .filter(m -> !m.flags().has(AccessFlag.PRIVATE))
        .forEach(
            m ->
                callVirtual(
                    new Member(
                        type.name, m.methodName().stringValue(), m.methodType().stringValue())));
  }

  private void follow() {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
  }

  private void initialize(String name) {
    Type type = types.get(name);
    if (type != null && initialized.add(name)) {
      if (type.methods.containsKey("<clinit>()V")) {
        reach(new Member(name, "<clinit>", "()V"));
      }
      annotated(type);
      parents(type).forEach(this::initialize);
    }
  }

  /** Members with annotations that are there at run time are for a library to find. */
  private void annotated(Type type) {
    annotationsOf(type.model).forEach(this::instantiateNamed);
    for (FieldModel field : type.model.fields()) {
      List<Annotation> annotations = annotationsOf(field);
      if (!annotations.isEmpty()) {
        annotations.forEach(this::instantiateNamed);
        types(field.fieldTypeSymbol()).forEach(this::instantiateByReflection);
      }
    }
    for (MethodModel method : type.methods.values()) {
      List<Annotation> annotations = annotationsOf(method);
      annotations.forEach(this::instantiateNamed);
      if (!annotations.isEmpty()) {
        reach(
            new Member(
                type.name, method.methodName().stringValue(), method.methodType().stringValue()));
      }
    }
  }

  private static List<Annotation> annotationsOf(AttributedElement element) {
    return element
        .findAttribute(Attributes.runtimeVisibleAnnotations())
        .map(RuntimeVisibleAnnotationsAttribute::annotations)
        .orElse(List.of())
        .stream()
        .filter(annotation -> !annotation.className().stringValue().startsWith("Ljava/lang/"))
        .toList();
  }

  /** An annotation's class values are instantiated by the library that reads it. */
  private void instantiateNamed(Annotation annotation) {
    annotation.elements().forEach(element -> instantiateNamed(element.value()));
  }

  private void instantiateNamed(AnnotationValue value) {
    switch (value) {
      case AnnotationValue.OfClass named ->
          types(named.classSymbol()).forEach(this::instantiateByReflection);
      case AnnotationValue.OfArray all -> all.values().forEach(this::instantiateNamed);
      case AnnotationValue.OfAnnotation inner -> instantiateNamed(inner.annotation());
      default -> {}
    }
  }

  private void instantiate(String name) {
    Type type = types.get(name);
    if (type == null || !instantiated.add(name)) {
      return;
    }
    initialize(name);
    Set<String> ancestors = new LinkedHashSet<>();
    ancestors(name, ancestors);
    // A library calls what implements its own methods.
    for (String inherited : ancestors) {
      Type ancestor = types.get(inherited);
      if (ancestor != null) {
        for (MethodModel method : ancestor.methods.values()) {
          if (!method.flags().has(AccessFlag.STATIC)
              && !method.flags().has(AccessFlag.PRIVATE)
              && ancestors.stream().anyMatch(a -> !types.containsKey(a) && declares(a, method))) {
            dispatch(name, method.methodName().stringValue() + method.methodType().stringValue());
          }
        }
      }
      calledOn
          .getOrDefault(inherited, Set.of())
          .forEach(call -> dispatch(name, call.name + call.type));
    }
  }

  private void instantiateByReflection(String name) {
    Type type = types.get(name);
    if (type == null || instantiated.contains(name) && !type.model.flags().has(AccessFlag.FINAL)) {
      return;
    }
    boolean first = !instantiated.contains(name);
    instantiate(name);
    type.methods.values().stream()
        .filter(method -> method.methodName().equalsString("<init>"))
        .forEach(method -> reach(new Member(name, "<init>", method.methodType().stringValue())));
    if (first) {
      type.model
          .findAttribute(Attributes.record())
          .map(RecordAttribute::components)
          .ifPresent(
              parts ->
                  parts.forEach(
                      part ->
                          types(part.descriptorSymbol()).forEach(this::instantiateByReflection)));
    }
  }

  private static List<String> types(ClassDesc type) {
    return type.isClassOrInterface() ? List.of(internal(type)) : List.of();
  }

  private static String internal(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.startsWith("L") ? descriptor.substring(1, descriptor.length() - 1) : "";
  }

  private void ancestors(String name, Set<String> found) {
    if (found.add(name) && types.containsKey(name)) {
      parents(types.get(name)).forEach(parent -> ancestors(parent, found));
    }
  }

  private boolean declares(String library, MethodModel method) {
    return external
        .computeIfAbsent(library, Reachability::signatures)
        .contains(method.methodName().stringValue() + erased(method.methodTypeSymbol()));
  }

  /** Parameters only by their number: generics would need the library's signatures. */
  private static String erased(java.lang.constant.MethodTypeDesc type) {
    return "/" + type.parameterCount();
  }

  private static Set<String> signatures(String library) {
    Set<String> all = new HashSet<>();
    try {
      Class<?> type =
          Class.forName(
              library.replace('/', '.'), false, Thread.currentThread().getContextClassLoader());
      for (Class<?> c = type; c != null; c = c.getSuperclass()) {
        for (var method : c.getDeclaredMethods()) {
          all.add(method.getName() + "/" + method.getParameterCount());
        }
      }
      for (var method : type.getMethods()) {
        all.add(method.getName() + "/" + method.getParameterCount());
      }
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new IllegalStateException("a library's class is not on the class path: " + library, e);
    }
    return all;
  }

  private void callVirtual(Member call) {
    if (!called.add(call)) {
      return;
    }
    Type declaring = lookup(call.owner, call.name + call.type);
    if (declaring != null) {
      reach(new Member(declaring.name, call.name, call.type));
    }
    calledOn.computeIfAbsent(call.owner, any -> new LinkedHashSet<>()).add(call);
    descendants(call.owner)
        .filter(instantiated::contains)
        .forEach(name -> dispatch(name, call.name + call.type));
  }

  private Stream<String> descendants(String name) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    for (String next = open.poll(); next != null; next = open.poll()) {
      if (found.add(next)) {
        open.addAll(subtypes.getOrDefault(next, Set.of()));
      }
    }
    return found.stream();
  }

  private void dispatch(String name, String key) {
    Type implementing = lookup(name, key);
    if (implementing != null) {
      MethodModel method = implementing.methods.get(key);
      reach(
          new Member(
              implementing.name,
              method.methodName().stringValue(),
              method.methodType().stringValue()));
    }
  }

  /** The class, before the interface, that gives a class its method; null if a library's does. */
  private Type lookup(String name, String key) {
    for (Type type = types.get(name); type != null; ) {
      MethodModel method = type.methods.get(key);
      if (method != null) {
        return type;
      }
      type = type.model.superclass().map(parent -> types.get(parent.asInternalName())).orElse(null);
    }
    Set<String> ancestors = new LinkedHashSet<>();
    ancestors(name, ancestors);
    Type found = null;
    for (String ancestor : ancestors) {
      Type type = types.get(ancestor);
      if (type != null
          && type.methods.containsKey(key)
          && (found == null || type.methods.get(key).code().isPresent())) {
        found = type;
      }
    }
    return found;
  }

  private void reach(Member member) {
    Type type = types.get(member.owner);
    if (type == null || !type.methods.containsKey(member.name + member.type)) {
      return;
    }
    if (live.add(member)) {
      initialize(member.owner);
      MethodModel method = type.methods.get(member.name + member.type);
      method.code().ifPresent(code -> work.add(() -> code.forEach(this::follow)));
    }
  }

  private void follow(CodeElement element) {
    switch (element) {
      case InvokeInstruction call -> {
        Member member =
            new Member(
                call.owner().asInternalName(),
                call.name().stringValue(),
                call.type().stringValue());
        switch (call.opcode()) {
          case INVOKESTATIC, INVOKESPECIAL -> exact(member);
          default -> callVirtual(member);
        }
      }
      case NewObjectInstruction made -> instantiate(made.className().asInternalName());
      case FieldInstruction field -> initialize(field.owner().asInternalName());
      case ConstantInstruction constant -> constant(constant.constantValue());
      case InvokeDynamicInstruction dynamic -> {
        handle(dynamic.bootstrapMethod());
        dynamic.bootstrapArgs().forEach(this::constant);
      }
      default -> {}
    }
  }

  private void exact(Member member) {
    Type declaring = lookup(member.owner, member.name + member.type);
    initialize(member.owner);
    if (declaring != null) {
      reach(new Member(declaring.name, member.name, member.type));
    }
  }

  private void constant(ConstantDesc constant) {
    switch (constant) {
      case ClassDesc type -> types(type).forEach(this::instantiateByReflection);
      case DirectMethodHandleDesc handle -> handle(handle);
      default -> {}
    }
  }

  private void handle(DirectMethodHandleDesc handle) {
    String owner = internal(handle.owner());
    Member member = new Member(owner, handle.methodName(), handle.lookupDescriptor());
    switch (handle.kind()) {
      case CONSTRUCTOR -> {
        instantiate(owner);
        reach(new Member(owner, "<init>", handle.lookupDescriptor()));
      }
      case STATIC, INTERFACE_STATIC, SPECIAL, INTERFACE_SPECIAL -> exact(member);
      case VIRTUAL, INTERFACE_VIRTUAL -> callVirtual(member);
      default -> initialize(owner);
    }
  }

  /** Names of what is written in a source and reached by nothing, by module. */
  private Map<String, Set<String>> unreachable() {
    Map<String, Set<String>> found = new TreeMap<>();
    Set<String> used = usedTypes();
    for (Type type : types.values()) {
      if (type.name.endsWith("package-info")
          || type.model.flags().has(AccessFlag.ANNOTATION)
          || type.name.contains("/jmh_generated/")) {
        continue;
      }
      Set<String> names = found.computeIfAbsent(type.module, any -> new TreeSet<>());
      String name = type.name.replace('/', '.');
      if (!used.contains(type.name)) {
        String outer = outermostUnused(type.name, used);
        names.add(outer.replace('/', '.'));
        continue;
      }
      type.methods
          .values()
          .forEach(
              method -> {
                Member member =
                    new Member(
                        type.name,
                        method.methodName().stringValue(),
                        method.methodType().stringValue());
                if (!live.contains(member) && isWritten(type, method)) {
                  names.add(name + "." + member.name.replace("<init>", "new") + parameters(method));
                }
              });
    }
    return found;
  }

  private static String parameters(MethodModel method) {
    return method.methodTypeSymbol().parameterList().stream()
        .map(ClassDesc::displayName)
        .collect(Collectors.joining(",", "(", ")"));
  }

  private static String outermostUnused(String name, Set<String> used) {
    String unused = name;
    for (int at = name.lastIndexOf('$'); at > 0; at = name.lastIndexOf('$', at - 1)) {
      if (!used.contains(name.substring(0, at))) {
        unused = name.substring(0, at);
      }
    }
    return unused;
  }

  /**
   * Classes that are initialized or a live class's parent or nest, or hold nothing to be called.
   */
  private Set<String> usedTypes() {
    Set<String> used = new HashSet<>();
    Consumer<String> use =
        name -> {
          Set<String> all = new LinkedHashSet<>();
          ancestors(name, all);
          for (String each : all) {
            used.add(each);
            for (int at = each.indexOf('$'); at > 0; at = each.indexOf('$', at + 1)) {
              used.add(each.substring(0, at));
            }
          }
        };
    initialized.forEach(use);
    for (Type type : types.values()) {
      boolean nothingToCall =
          type.methods.values().stream().noneMatch(method -> isWritten(type, method));
      if (nothingToCall && !type.model.fields().isEmpty()
          || type.model.flags().has(AccessFlag.SYNTHETIC)) {
        used.add(type.name);
      }
    }
    return used;
  }

  /** Not made by the compiler, and not there only to keep others from making an instance. */
  private static boolean isWritten(Type type, MethodModel method) {
    String name = method.methodName().stringValue();
    boolean record = type.model.findAttribute(Attributes.record()).isPresent();
    boolean enumeration = type.model.flags().has(AccessFlag.ENUM);
    boolean accessor =
        record
            && type.model.findAttribute(Attributes.record()).orElseThrow().components().stream()
                .anyMatch(part -> part.name().equalsString(name))
            && method.methodTypeSymbol().parameterCount() == 0
            && method.code().map(code -> code.elementStream().count() < 12).orElse(false);
    return !method.flags().has(AccessFlag.SYNTHETIC)
        && !method.flags().has(AccessFlag.BRIDGE)
        && !name.equals("<clinit>")
        && !name.startsWith("lambda$")
        && !accessor
        && !(record
            && (name.equals("<init>")
                || name.equals("toString")
                || name.equals("hashCode")
                || name.equals("equals")))
        && !(enumeration
            && (name.equals("values") || name.equals("valueOf") || name.equals("<init>")))
        && !(name.equals("<init>") && method.methodTypeSymbol().parameterCount() == 0);
  }
}
