package shop;

import java.util.ArrayList;
import java.util.List;

/** What somebody wants to buy. Guarded by its own lock. */
@Since(1)
public final class Basket extends Box<Basket.Line> {

  private static final int MOST = 100;
  private final List<Line> lines = new ArrayList<>(MOST);

  /** Puts something in. */
  public synchronized void add(Line line) {
    lines.add(line);
  }

  /** What it all costs. With the voucher, if there is one. */
  @Override
  public long total(Prices prices, Voucher voucher) {
    long sum = 0;
    for (Line line : lines) {
      if (line.count() > 0) {
        sum += prices.of(line.what()) * line.count();
      }
    }

    if (voucher.isValid()) {
      sum -= voucher.value();
    }
    return sum;
  }

  record Line(String what, int count) {
    boolean isEmpty() {
      return count == 0;
    }
  }
}
