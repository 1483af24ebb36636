import { Prices } from './prices';

/** What can be counted. */
export interface Counted {
  count: number;
  more(by: number): void;
}

/**
 * What somebody wants to buy.
 */
@Injectable()
export class Basket<T extends Counted> extends Box {
  private lines: T[] = [];

  constructor(private prices: Prices) {
    super();
  }

  /** What it all costs. */
  async total(voucher?: Voucher): Promise<number> {
    let sum = 0;
    for (const line of this.lines) {
      if (line.count > 0) {
        sum += this.prices.of(line);
      }
    }
    return sum;
  }
}

export const empty = (prices: Prices): Basket<Counted> => {
  return new Basket(prices);
};

export enum State { Open = 1, Paid = 2 }
