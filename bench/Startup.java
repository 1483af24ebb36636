import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** See startup.sh, which runs this. */
class Startup {

  private static final String HELLO =
      "class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }";

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    List<String> agents = new ArrayList<>(List.of(arguments[0]));
    agents.addAll(
        arguments.length > 2
            ? Arrays.asList(arguments).subList(2, arguments.length)
            : List.of("version"));
    Path folder = Files.createTempDirectory("startup");
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    Path source = Files.writeString(folder.resolve("Hello.java"), HELLO);
    time(List.of(bin.resolve("javac").toString(), source.toString()));
    List<String> hello = List.of(bin.resolve("java").toString(), "-cp", folder.toString(), "Hello");

    long[] bare = new long[rounds];
    long[] ours = new long[rounds];
    for (int warmUp = 0; warmUp < 3; warmUp++) {
      time(hello);
      time(agents);
    }
    for (int round = 0; round < rounds; round++) {
      bare[round] = time(hello);
      ours[round] = time(agents);
    }
    Arrays.sort(bare);
    Arrays.sort(ours);
    print("java Hello", bare);
    print("agents " + String.join(" ", agents.subList(1, agents.size())), ours);
    System.out.printf(
        "ratio of medians %.1f (of minima %.1f)%n",
        (double) ours[rounds / 2] / bare[rounds / 2], (double) ours[0] / bare[0]);
    for (String name : List.of("Hello.java", "Hello.class")) {
      Files.delete(folder.resolve(name));
    }
    Files.delete(folder);
  }

  private static void print(String what, long[] sorted) {
    System.out.printf(
        "%-20s median %4d ms   min %4d   max %4d   (%d runs)%n",
        what,
        sorted[sorted.length / 2] / 1_000_000,
        sorted[0] / 1_000_000,
        sorted[sorted.length - 1] / 1_000_000,
        sorted.length);
  }

  private static long time(List<String> command) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int code = process.waitFor();
    if (code != 0) {
      throw new IllegalStateException(command + " failed with " + code);
    }
    return System.nanoTime() - start;
  }
}
