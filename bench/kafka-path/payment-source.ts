import { paymentRequest } from '../contenders/sample';
import { runLoad } from '../load/client';
import type { LoadResult } from '../load/tally';
import type { Product } from '../product';
import { EVENT_TYPES, type EventLedger } from './event-ledger';

const CLIENTS = 64;
/** Payments of so many merchants, so that more than one partition has work. */
const ACCOUNTS = 8;
const PAYMENT_ID = /"id":"(pay_\w+)"/;
/** While the broker is away a payment is refused, or its outcome is unknown. */
const UNAVAILABLE = '503';

/** Merchants who note each answered payment in the ledger. */
export class PaymentSource {
  /** Requests so far that were answered 503. */
  refused = 0;

  private constructor(
    private readonly origin: string,
    private readonly keys: readonly string[],
    private readonly ledger: EventLedger,
  ) {}

  static async open(product: Product, ledger: EventLedger): Promise<PaymentSource> {
    const keys: string[] = [];
    while (keys.length < ACCOUNTS) keys.push(await product.makeAccountKey());
    return new PaymentSource(product.baseUrl, keys, ledger);
  }

  /** As many payments as make so many events a second, in an open loop. @throws Error when one was answered neither 201 nor 503. */
  async atRate(eventsPerSecond: number, seconds: number): Promise<LoadResult> {
    return this.load({ clients: CLIENTS, seconds, ratePerSecond: eventsPerSecond / EVENT_TYPES.length });
  }

  /** A closed loop. */
  async closedLoop(clients: number, seconds: number): Promise<LoadResult> {
    return this.load({ clients, seconds });
  }

  private async load(how: { clients: number; seconds: number; ratePerSecond?: number }): Promise<LoadResult> {
    const makeRequest = (index: number) => paymentRequest(this.keys[index % ACCOUNTS] ?? '');
    const onAnswer = (text: string): void => this.ledger.acknowledge(PAYMENT_ID.exec(text)?.[1] ?? '');
    const result = await runLoad({ origin: this.origin, expectedStatus: 201, makeRequest, onAnswer, ...how });
    const others = Object.keys(result.failures).filter((name) => name !== UNAVAILABLE);
    if (others.length > 0) throw new Error(`B8: requests were answered ${JSON.stringify(result.failures)}`);
    this.refused += refusedIn(result);
    return result;
  }
}

/** Payments that were answered 503. */
export function refusedIn({ failures }: LoadResult): number {
  return failures[UNAVAILABLE] ?? 0;
}
