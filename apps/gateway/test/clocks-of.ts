import { eventually } from '#testing';
import type { Answer } from './api-client';
import type { Merchant } from './merchant';

/** Seconds of a day. */
export const DAY = 86_400;
/** Wednesday, 1 January 2031, 09:00 in India. */
export const BEGAN = 1_925_004_600;
/** Wait for the end of an advance. */
export const WAIT = { prefer: 'wait=20' };

/** What a test looks at of an event. */
export interface ClockEvent {
  id: string;
  type: string;
  created_at: number;
  test_clock_id: string | null;
  resource: { type: string; id: string };
}

/** A customer of a clock with a mandate that can be debited. */
export interface Debiting {
  clock: string;
  customer: string;
  mandate: string;
}

/** A subscription of a customer of a clock. */
export interface Subscribed {
  clock: string;
  subscription: string;
}

/** Test clocks of a merchant, and what is under them. */
export class ClocksOf {
  constructor(readonly merchant: Merchant) {}

  /** @returns the id of what was made. @throws Error when it is refused. */
  async make(path: string, body: object): Promise<string> {
    const { status, json, text } = await this.merchant.post(path, body);
    if (status !== 201) throw new Error(`${path} answered ${text}`);
    return String(json.id);
  }

  clockAt(nowAt = BEGAN): Promise<string> {
    return this.make('/v1/test_helpers/clocks', { now_at: nowAt });
  }

  get(clock: string): Promise<Answer> {
    return this.merchant.get(`/v1/test_helpers/clocks/${clock}`);
  }

  advance(clock: string, body: object, headers?: Record<string, string>): Promise<Answer> {
    return this.merchant.post(`/v1/test_helpers/clocks/${clock}/advance`, body, headers);
  }

  customerOn(clock: string): Promise<string> {
    return this.make('/v1/customers', { name: 'Asha', test_clock_id: clock });
  }

  mandateOf(customer: string, vpa = 'mandate.ok@sandbox', endsAt = BEGAN + 365 * DAY): Promise<string> {
    return this.make('/v1/mandates', { customer_id: customer, method: 'upi', upi: { vpa }, max_amount: 100_000, ends_at: endsAt });
  }

  async debiting(): Promise<Debiting> {
    const clock = await this.clockAt();
    const customer = await this.customerOn(clock);
    return { clock, customer, mandate: await this.mandateOf(customer) };
  }

  debitOf(mandate: string, body: object = {}): Promise<string> {
    return this.make(`/v1/mandates/${mandate}/debits`, { amount: 49_900, ...body });
  }

  /** Of ₹499 a month. */
  async subscribed(body: object = {}): Promise<Subscribed> {
    const clock = await this.clockAt();
    const customer = await this.customerOn(clock);
    return {
      clock,
      subscription: await this.make('/v1/subscriptions', { customer_id: customer, amount: 49_900, interval: 'month', ...body }),
    };
  }

  /** What the last advance caused, in order, once the feed has all of it. */
  eventsOf({ advance_id: id }: Answer['json']): Promise<ClockEvent[]> {
    return eventually(async () => {
      const events = await this.list(`correlation_id=${String(id)}`);
      expect(events.at(-1)?.type).toMatch(/^test_clock\.(ready|failed)$/);
      return events;
    });
  }

  /** Events, the oldest first. */
  async list(query: string): Promise<ClockEvent[]> {
    const found: ClockEvent[] = [];
    for (let cursor = ''; ;) {
      const { json } = await this.merchant.get(`/v1/events?order=asc&limit=100&${query}${cursor}`);
      const { data, has_more: hasMore } = json as unknown as { data: ClockEvent[]; has_more: boolean };
      found.push(...data);
      if (!hasMore) return found;
      cursor = `&starting_after=${data.at(-1)!.id}`;
    }
  }
}

export function countOf(events: ClockEvent[], type: string): number {
  return events.filter((event) => event.type === type).length;
}

/** The events with ids, and what the rails number by them, replaced by the order in which they appear. */
export function comparable(events: ClockEvent[]): object[] {
  const known = new Map<string, string>();
  const named = (id: string): string => {
    if (!known.has(id)) known.set(id, `#${known.size + 1}`);
    return known.get(id) ?? '';
  };
  const asked = { correlation_id: '', causation_id: '', request: null };
  const text = JSON.stringify(events.map((event) => ({ ...event, ...asked })));
  // With its prefix: a part (an attempt, a line) has the id of its whole but for two characters, and once in 3,844 times these are the same.
  const withNames = text.replace(/(?<![0-9A-Za-z])([a-z]+_)?[0-9A-Za-z]{24}(?![0-9A-Za-z])/g, (id, prefix = '') => `${prefix}${named(id)}`);
  return JSON.parse(withNames.replace(/"(rrn|umn|upi_transaction_id)":"[^"]+"/g, '"$1":"-"')) as object[];
}
