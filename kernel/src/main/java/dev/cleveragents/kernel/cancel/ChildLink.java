package dev.cleveragents.kernel.cancel;

/** Makes {@code child} cancelled when the token it is attached to is. */
final class ChildLink extends TokenEntry {

  final CancellationToken child;

  ChildLink(CancellationToken parent, CancellationToken child) {
    super(parent);
    this.child = child;
  }
}
