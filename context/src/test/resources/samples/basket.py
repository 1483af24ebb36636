"""Baskets of a shop."""
from shop.prices import Prices

MOST = 100


class Basket(Box):
    """What somebody wants to buy. Not for many threads."""

    kind = "basket"

    def __init__(self, lines=None):
        self.lines = lines or []

    # Costs.
    @traced("total")
    def total(self, prices: Prices,
              voucher=None) -> int:
        """What it all costs.

        With the voucher.
        """
        total = 0
        for line in self.lines:
            if line.count > 0:
                total += prices.of(line.what) * line.count
        return total


def empty():
    # nothing
    return Basket()


if __name__ == "__main__":
    print(empty())
