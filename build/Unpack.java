import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Takes SQLite's library for this machine out of its jar, into the folder {@code native} of a build
 * of {@code ./agents}. Without it every command would do so for itself, which takes longer than
 * most commands.
 */
class Unpack {

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0], "native"));
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream library = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
      Files.copy(library, folder.resolve(name));
    }
  }
}
