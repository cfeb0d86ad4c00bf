import type { Outcome } from '../steady-load';
import type { EventReceiver } from '../event-receiver';

/** What a run with a fault leaves behind to be judged. */
export interface Evidence {
  databaseUrl: string;
  /** A gateway that serves. */
  baseUrl: string;
  /** Every payment that was asked for since the database was made, as it was answered at last. */
  paid: readonly Outcome[];
  /** `host:port` of the broker, where there is one. */
  brokers?: string;
  /** Where the webhooks of the accounts arrived, when endpoints were registered before the first payment. */
  receiver?: EventReceiver;
  /** Keys that must see none of these payments: of other accounts, and of live mode. */
  strangers: readonly string[];
  /** For the programs of the operator. */
  environment: Record<string, string>;
}

/** Each only once, in the order of their first appearance. */
export function unique<T>(items: Iterable<T>): T[] {
  return [...new Set(items)];
}

/** About so many of them, spread evenly. */
export function sampleOf<T>(items: readonly T[], count: number): T[] {
  const every = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, index) => index % every === 0);
}
