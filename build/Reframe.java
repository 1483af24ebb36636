import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Brings the class files of libraries compiled for Java 5 to the format of Java 8, in every jar of
 * a folder ({@code java Reframe.java DIR}). A start-up archive skips the old format, which has no
 * stack maps; picocli, which every command needs, is in it. Only the maps are added: no instruction
 * changes. Run by the script agents on its own copy of the jars.
 */
class Reframe {

  private static final int FIRST_WITH_STACK_MAPS = 50;
  private static final int JAVA_8 = 52;

  public static void main(String[] args) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(args[0]), "*.jar")) {
      for (Path jar : jars) {
        reframe(jar);
      }
    }
  }

  private static void reframe(Path jar) throws IOException {
    Path renewed = jar.resolveSibling(jar.getFileName() + ".new");
    int count = 0;
    try (ZipFile in = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(renewed);
        ZipOutputStream out = new ZipOutputStream(file)) {
      ClassFile classes = classFile(in);
      for (ZipEntry entry : Collections.list(in.entries())) {
        byte[] bytes = in.getInputStream(entry).readAllBytes();
        if (isOldClass(entry.getName(), bytes)) {
          bytes = classes.transformClass(classes.parse(bytes), newFormat());
          count++;
        }
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(bytes);
        out.closeEntry();
      }
    }
    if (count == 0) {
      Files.delete(renewed);
    } else {
      Files.move(renewed, jar, StandardCopyOption.REPLACE_EXISTING);
      System.out.println(jar.getFileName() + ": " + count + " classes have stack maps now");
    }
  }

  private static boolean isOldClass(String name, byte[] bytes) {
    return name.endsWith(".class") && (bytes[6] << 8 | bytes[7]) < FIRST_WITH_STACK_MAPS;
  }

  private static ClassTransform newFormat() {
    return ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
        .andThen(
            (builder, element) -> {
              if (element instanceof ClassFileVersion) {
                builder.withVersion(JAVA_8, 0);
              } else {
                builder.with(element);
              }
            });
  }

  /** Maps need to know which class extends which: the jar's own, then those of Java. */
  private static ClassFile classFile(ZipFile jar) {
    return ClassFile.of(
        StackMapsOption.GENERATE_STACK_MAPS,
        ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(type -> classOf(jar, type))
                .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  private static InputStream classOf(ZipFile jar, ClassDesc type) {
    String descriptor = type.descriptorString();
    ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
