package org.example;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Path;

/** Prints the part of a folder that a question is about: {@code Context FOLDER QUESTION}. */
public final class Context {

  private Context() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path index = Path.of("target/context");
    try (var resources = ContextResources.standard();
        var project = ProjectContext.open(Path.of(arguments[0]), index, resources)) {
      project.update(Progress.NONE, CancellationToken.none());
      var request = ContextRequest.about(arguments[1], 8_000);
      System.out.println(project.assemble(request, CancellationToken.none()).text());
    }
  }
}
