package dev.cleveragents.cli.noloss;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * Inserts calls of {@link StopPoint} into copies of the program's classes, so that the program
 * itself has no test hooks. A child process with that jar first on its class path is the same
 * program, except for these calls.
 */
final class StopPointWeaver {

  private static final String PROGRAM = "dev/cleveragents/";
  private static final String STEPS = PROGRAM + "workspace/apply/request/ApplyStep$Listener";
  private static final String EVENTS = PROGRAM + "engine/audit/EventRows";
  private static final String DIALECT = PROGRAM + "store/connection/Dialect";

  private static final ClassDesc STOP_POINT = ClassDesc.of(StopPoint.class.getName());
  private static final ClassDesc PROGRAM_BUILDER = ClassDesc.of(ProcessBuilder.class.getName());
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

  /** The classes that have a place where a call is put in. */
  private static final List<String> WOVEN =
      List.of(
          "workspace/apply/ApplyTransaction",
          "workspace/apply/git/GitApplier",
          "workspace/apply/git/BranchLock",
          "workspace/apply/files/DirectoryApplier",
          "workspace/apply/files/FileSwapper",
          "engine/audit/AuditLog",
          "store/GroupCommitWriter",
          "exec/ProcessLauncher");

  /** What the calls go to. */
  private static final List<Class<?>> CALLED = List.of(StopPoint.class, StopPoint.Kind.class);

  private final AtomicInteger calls = new AtomicInteger();

  private StopPointWeaver() {}

  /** Writes the jar. */
  static Path into(Path jar) throws IOException {
    StopPointWeaver weaving = new StopPointWeaver();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String name : WOVEN) {
        String entry = PROGRAM + name + ".class";
        add(out, entry, weaving.woven(entry));
      }
      for (Class<?> called : CALLED) {
        String entry = called.getName().replace('.', '/') + ".class";
        add(out, entry, original(entry));
      }
    }
    return jar;
  }

  private static void add(JarOutputStream out, String entry, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(entry));
    out.write(bytes);
    out.closeEntry();
  }

  private static byte[] original(String entry) throws IOException {
    try (InputStream in = StopPointWeaver.class.getClassLoader().getResourceAsStream(entry)) {
      if (in == null) {
        throw new AssertionError("The program has no " + entry + " any more");
      }
      return in.readAllBytes();
    }
  }

  private byte[] woven(String entry) throws IOException {
    byte[] original = original(entry);
    int before = calls.get();
    ClassFile classFile = ClassFile.of();
    byte[] woven =
        classFile.transformClass(
            classFile.parse(original), ClassTransform.transformingMethodBodies(this::weave));
    if (calls.get() == before) {
      throw new AssertionError("Nothing to stop at was found in " + entry);
    }
    return woven;
  }

  private void weave(CodeBuilder code, CodeElement element) {
    if (!(element instanceof InvokeInstruction call)) {
      code.with(element);
      return;
    }
    String target = call.owner().asInternalName() + "." + call.name().stringValue();
    switch (target) {
      case STEPS + ".reached" -> {
        code.dup();
        insert(code, "step", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object));
        code.with(element);
      }
      case EVENTS + ".insert" -> {
        code.dup();
        insert(code, "appended", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_List));
        code.with(element);
      }
      case DIALECT + ".commit" -> {
        insert(code, "committing", NOTHING);
        code.with(element);
        insert(code, "committed", NOTHING);
      }
      case DIALECT + ".rollback" -> {
        code.with(element);
        insert(code, "rolledBack", NOTHING);
      }
      case "java/lang/ProcessBuilder.start" -> {
        code.dup();
        insert(code, "starting", MethodTypeDesc.of(ConstantDescs.CD_void, PROGRAM_BUILDER));
        code.with(element);
        insert(code, "started", NOTHING);
      }
      default -> code.with(element);
    }
  }

  private void insert(CodeBuilder code, String method, MethodTypeDesc type) {
    calls.incrementAndGet();
    code.invokestatic(STOP_POINT, method, type);
  }
}
