package dev.cleveragents.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ChatModels;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.models.ModelDirectory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the directory of models at its first use, because most commands ask no model. */
final class LazyModels implements ChatModels, AutoCloseable {

  private final Supplier<ModelDirectory> opening;

  @GuardedBy("this")
  private @Nullable ModelDirectory opened;

  LazyModels(Supplier<ModelDirectory> opening) {
    this.opening = opening;
  }

  synchronized ModelDirectory directory() {
    if (opened == null) {
      opened = opening.get();
    }
    return opened;
  }

  @Override
  public ChatModel open(ModelName name) throws ModelException {
    return directory().open(name);
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      opened.close();
    }
  }
}
