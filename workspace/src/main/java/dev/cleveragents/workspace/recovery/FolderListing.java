package dev.cleveragents.workspace.recovery;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists folders that another recovery may delete at the same moment. */
public final class FolderListing {

  private FolderListing() {}

  /** The folders in a folder; none if it is missing. */
  public static List<Path> foldersIn(Path folder) {
    return inside(folder, Files::isDirectory);
  }

  /** The entries of a folder that a filter accepts; none if it is missing. */
  public static List<Path> inside(Path folder, DirectoryStream.Filter<Path> wanted) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, wanted)) {
      inside.forEach(found::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw OperationException.failed("%s cannot be read: %s".formatted(folder, e), e);
    }
    return found;
  }
}
