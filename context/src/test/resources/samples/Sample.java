package shop.orders;

import static shop.Money.*;

import java.util.List;

/**
 * Keeps the orders of a day. Not safe for many threads.
 *
 * @since 1
 */
@Component
public final class Orders<T extends Order> extends Book implements Iterable<T> {

  // How many there may be.
  private static final int MOST = 100, LEAST = 1;
  private final List<T> open = new ArrayList<>();

  public Orders() {}

  /** Adds an order, {@code null} is refused! Then it is counted. */
  @Override
  public int add(T order, int copies) throws TooMany {
    int local = check(order);
    open.forEach(each -> each.touch());
    return local + Prices.of(order);
  }

  enum State {
    OPEN,
    PAID(2) {
      void pay() {}
    };
    int code;
  }

  record Line(String what, int count) {
    Line {
      require(count);
    }
  }

  @interface Audited {
    int value() default 1;
  }
}
