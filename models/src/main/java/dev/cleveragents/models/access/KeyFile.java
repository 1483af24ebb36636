package dev.cleveragents.models.access;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The file {@code keys.toml} of the home folder: {@code anthropic = "…"}, one line per provider.
 * Read at each question, so that a change counts at once.
 *
 * <p>Invariant: a file that other users may read or write is refused, and no message shows any of
 * its content.
 */
final class KeyFile {

  private static final long MOST_BYTES = 100_000;
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final Path file;

  KeyFile(Path home) {
    this.file = home.resolve("keys.toml");
  }

  Path path() {
    return file;
  }

  /**
   * The key of a provider.
   *
   * @throws ModelException of kind {@code AUTH} if there is a file that cannot be used
   */
  Optional<String> key(Provider provider) throws ModelException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      checkPermissions();
      if (Files.size(file) > MOST_BYTES) {
        throw refused("it has more than %,d bytes".formatted(MOST_BYTES), "Shorten it.");
      }
      JsonNode value = new TomlMapper().readTree(Files.readString(file)).path(provider.id());
      if (value.isMissingNode()) {
        return Optional.empty();
      }
      if (!value.isTextual()) {
        throw refused("'%s' is not text in quotes".formatted(provider.id()), "Quote the key.");
      }
      return Optional.of(value.textValue().strip()).filter(it -> !it.isEmpty());
    } catch (JacksonException e) {
      // Its message would show a part of the file.
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw refused("line %d is not valid TOML".formatted(line), "Write PROVIDER = \"KEY\".");
    } catch (IOException e) {
      throw refused("it cannot be read", "Check its permissions.");
    }
  }

  private void checkPermissions() throws IOException, ModelException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    Set<PosixFilePermission> permissions = view.readAttributes().permissions();
    if (!OWNER.containsAll(permissions)) {
      throw refused(
          "its permissions are %s, so that other users may read it"
              .formatted(PosixFilePermissions.toString(permissions)),
          "Run 'chmod 600 %s'.".formatted(file));
    }
  }

  private ModelException refused(String why, String next) {
    return new ModelException(Kind.AUTH, "Cannot use %s: %s. %s".formatted(file, why, next));
  }
}
