package dev.cleveragents.store;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A proxy before a PostgreSQL server that decides about each connection: it is passed on, answered
 * with an error of the server's protocol, or cut. While the proxy is closed, connections are
 * refused.
 */
public final class TcpProxy implements AutoCloseable {

  /** What becomes of a connection. */
  public interface Answer {
    void to(Socket caller) throws IOException;
  }

  /** Which answer the n-th connection gets, from 1 on. */
  public interface Rule {
    Answer answer(TcpProxy door, int n);
  }

  private final URI server;
  private final String parameters;
  private final int port = TestPostgres.freePort();
  private final Rule rule;
  private final AtomicInteger callers = new AtomicInteger();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private @Nullable ServerSocket listening;

  /**
   * A door that is shut.
   *
   * @param url of a schema of {@link TestPostgres}
   */
  public TcpProxy(String url, Rule rule) {
    this.server = URI.create(url.substring("jdbc:".length()).replaceFirst("[?].*", ""));
    this.parameters = url.replaceFirst("[^?]*", "");
    this.rule = rule;
  }

  /** The address that leads through the door. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:%d%s%s&sslmode=disable"
        .formatted(port, server.getPath(), parameters);
  }

  /** How many connections were made. */
  public int callers() {
    return callers.get();
  }

  public synchronized TcpProxy open() {
    try {
      ServerSocket socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      listening = socket;
      start(() -> serve(socket));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on connections are refused; those that were made stay. */
  public synchronized void shut() {
    quietly(listening);
  }

  @Override
  public synchronized void close() {
    shut();
    sockets.forEach(TcpProxy::quietly);
  }

  private void serve(ServerSocket socket) throws IOException {
    while (true) {
      Socket caller = socket.accept();
      sockets.add(caller);
      Answer answer = rule.answer(this, callers.incrementAndGet());
      start(() -> answer.to(caller));
    }
  }

  /** The server itself. */
  public Answer server() {
    return through(new byte[0], new AtomicBoolean());
  }

  /** The server itself; but when the client first sends this text, its connection is cut. */
  Answer serverUntil(String text, AtomicBoolean cut) {
    return through(text.getBytes(StandardCharsets.UTF_8), cut);
  }

  private Answer through(byte[] last, AtomicBoolean cut) {
    return caller -> {
      Socket inside = new Socket();
      sockets.add(inside);
      inside.connect(new InetSocketAddress(server.getHost(), server.getPort()));
      start(() -> pass(inside, caller, new byte[0], cut));
      start(() -> pass(caller, inside, last, cut));
    };
  }

  private static void pass(Socket from, Socket to, byte[] last, AtomicBoolean cut)
      throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (last.length > 0 && contains(buffer, n, last) && cut.compareAndSet(false, true)) {
          reset(from);
          return;
        }
        out.write(buffer, 0, n);
      }
    }
  }

  private static boolean contains(byte[] buffer, int length, byte[] text) {
    return new String(buffer, 0, length, StandardCharsets.ISO_8859_1)
        .contains(new String(text, StandardCharsets.ISO_8859_1));
  }

  /** Sends an error, as a server does that refuses all connections. */
  public static Answer says(String state, String message) {
    return caller -> {
      readStartup(caller);
      ByteArrayOutputStream fields = new ByteArrayOutputStream();
      for (String field : List.of("SFATAL", "VFATAL", "C" + state, "M" + message, "")) {
        fields.writeBytes(field.getBytes(StandardCharsets.UTF_8));
        fields.write(0);
      }
      send(caller, 'E', fields.toByteArray());
      caller.close();
    };
  }

  /** Asks for a password, as md5 does. */
  static Answer asksForPassword() {
    return caller -> {
      readStartup(caller);
      send(caller, 'R', new byte[] {0, 0, 0, 5, 1, 2, 3, 4});
    };
  }

  /** Hangs up after the first message, in good order. */
  static Answer hangsUp() {
    return caller -> {
      readStartup(caller);
      caller.close();
    };
  }

  /** Cuts the connection. */
  static Answer resets() {
    return caller -> {
      readStartup(caller);
      reset(caller);
    };
  }

  /** Says nothing, ever. */
  static Answer isSilent() {
    return caller -> {};
  }

  private static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private static void readStartup(Socket caller) throws IOException {
    DataInputStream in = new DataInputStream(caller.getInputStream());
    in.readNBytes(in.readInt() - Integer.BYTES);
  }

  private static void send(Socket caller, char type, byte[] contents) throws IOException {
    DataOutputStream out = new DataOutputStream(caller.getOutputStream());
    out.writeByte(type);
    out.writeInt(contents.length + Integer.BYTES);
    out.write(contents);
    out.flush();
  }

  private interface Job {
    void run() throws IOException;
  }

  /** Ends when a socket is closed. */
  private static void start(Job job) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                job.run();
              } catch (IOException e) {
                // One side has hung up.
              }
            });
  }

  private static void quietly(@Nullable Closeable closing) {
    if (closing != null) {
      try {
        closing.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
