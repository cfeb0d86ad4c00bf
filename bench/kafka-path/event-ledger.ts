import type { KafkaMessage } from 'kafkajs';

/** The events of a payment whose processor answers at once, in their order. */
export const EVENT_TYPES = ['payment.created', 'payment.authorized', 'payment.captured'];
const WANTED = EVENT_TYPES.join();

/** What was seen of one payment. */
interface Seen {
  types: string[];
  isAcknowledged: boolean;
}

/**
 * Holds what a consumer of the public topic sees against what merchants were answered. An event that comes again is known by its id and
 * left out; whatever is left must be in the order of its shard, without a gap.
 */
export class EventLedger {
  private readonly ids = new Set<string>();
  private readonly payments = new Map<string, Seen>();
  /** Position of the last event of each shard. */
  private readonly positions = new Map<string, string>();
  private latencies: number[] = [];
  private outOfOrder = 0;
  private bytes = 0;
  private acknowledgedCount = 0;
  private missingCount = 0;
  /** Events that came again. */
  duplicates = 0;
  /** `performance.now()` at which the last event came. */
  lastAtMs = 0;

  /** Events, each counted once. */
  get seen(): number {
    return this.ids.size;
  }

  /** Payments. */
  get acknowledged(): number {
    return this.acknowledgedCount;
  }

  /** Events of acknowledged payments that were not seen yet. */
  get missing(): number {
    return this.missingCount;
  }

  /** Of an event, with its headers. */
  get averageBytes(): number {
    return Math.round(this.bytes / this.ids.size);
  }

  /** Milliseconds from the time of each event, which is before its commit, to its arrival here. Those since the last call. */
  takeLatencies(): number[] {
    const latencies = this.latencies;
    this.latencies = [];
    return latencies;
  }

  /** A payment was answered 201. */
  acknowledge(paymentId: string): void {
    const payment = this.paymentOf(paymentId);
    payment.isAcknowledged = true;
    this.acknowledgedCount++;
    this.missingCount += EVENT_TYPES.length - payment.types.length;
  }

  /** An event came. */
  take(message: KafkaMessage): void {
    const header = (name: string): string => String(message.headers?.[name] ?? '');
    const id = header('ce_id');
    if (this.ids.has(id)) return void this.duplicates++;
    this.ids.add(id);
    this.lastAtMs = performance.now();
    this.latencies.push(Date.now() - Date.parse(header('ce_time')));
    this.bytes += bytesOf(message);
    const shard = header('shard');
    if (header('prev') !== (this.positions.get(shard) ?? '0')) this.outOfOrder++;
    this.positions.set(shard, header('position'));
    const payment = this.paymentOf(String(message.key));
    payment.types.push(header('ce_type'));
    if (payment.isAcknowledged) this.missingCount--;
  }

  /**
   * @param refused requests that were not answered 201: so many payments at most may be there that were not acknowledged.
   * @throws Error when an event of an acknowledged payment is missing, came in another order, or a shard has a gap.
   */
  assertComplete(refused: number): void {
    const all = [...this.payments];
    const wrong = all.filter(([, { isAcknowledged, types }]) => isAcknowledged && types.join() !== WANTED);
    if (wrong.length > 0) throw new Error(`B8: ${wrong.length} payments have other events: ${JSON.stringify(wrong.slice(0, 3))}`);
    const others = all.filter(([, { isAcknowledged }]) => !isAcknowledged);
    if (others.length > refused) throw new Error(`B8: payments that were not asked for: ${JSON.stringify(others.slice(0, 3))}`);
    if (this.outOfOrder > 0) throw new Error(`B8: ${this.outOfOrder} events do not follow the one before them in their shard`);
  }

  private paymentOf(id: string): Seen {
    const known = this.payments.get(id) ?? { types: [], isAcknowledged: false };
    this.payments.set(id, known);
    return known;
  }
}

function bytesOf({ key, value, headers = {} }: KafkaMessage): number {
  const ofHeaders = Object.entries(headers).reduce((sum, [name, text]) => sum + name.length + String(text).length, 0);
  return (key?.length ?? 0) + (value?.length ?? 0) + ofHeaders;
}
