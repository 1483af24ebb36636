package dev.cleveragents.context.index.tree;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The hash of a file's content as a source tree writes it: git's blob id, or SHA-256. */
public enum ContentHash {
  GIT_SHA1("SHA-1", true),
  GIT_SHA256("SHA-256", true),
  PLAIN("SHA-256", false);

  private static final int HEX_OF_SHA1 = 40;

  private final String algorithm;
  private final boolean asBlob;

  ContentHash(String algorithm, boolean asBlob) {
    this.algorithm = algorithm;
    this.asBlob = asBlob;
  }

  /** The one that the tree with this id uses. */
  public static ContentHash ofTree(String id) {
    if (!id.startsWith(GitTree.PREFIX)) {
      return PLAIN;
    }
    return id.length() == GitTree.PREFIX.length() + HEX_OF_SHA1 ? GIT_SHA1 : GIT_SHA256;
  }

  public String of(byte[] bytes) {
    MessageDigest digest = digest(algorithm);
    if (asBlob) {
      digest.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
    }
    return HexFormat.of().formatHex(digest.digest(bytes));
  }

  /** One hash for the paths and hashes of all these, which are sorted. */
  static String ofAll(List<SourceTree.Entry> entries) {
    MessageDigest digest = digest(PLAIN.algorithm);
    for (SourceTree.Entry entry : entries) {
      digest.update((entry.path() + "\0" + entry.hash() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has " + algorithm, e);
    }
  }
}
