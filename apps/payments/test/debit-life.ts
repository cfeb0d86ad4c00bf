import {
  istDateOf,
  startOfIstDate,
  type AccountFacts,
  type DebitResource,
  type DebitTerms,
  type MandateInstrument,
  type MandateResource,
  type MandateTerms,
  type PaymentResource,
} from '#contracts';
import { StreamsInMemory, type Answer } from './streams-in-memory';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Wednesday, 25 November 2026, 06:00 in India. */
export const START = Date.parse('2026-11-25T00:30:00Z');

export const upi = (local: string): MandateInstrument => ({ method: 'upi', vpa: `${local}@sandbox` });
export const card = (scenario: string): MandateInstrument => ({
  method: 'card',
  card: { scenario, brand: 'visa', last4: '0009', expiryMonth: 12, expiryYear: 2035, international: false },
});
const account: AccountFacts = {
  bank: 'SBXS',
  ifsc: null,
  number: null,
  last4: null,
  holderName: null,
  accountType: null,
  auth: 'netbanking',
};
export const enach = (last4: string): MandateInstrument => ({ method: 'enach', account: { ...account, last4 } });

/** `T+1 06:10`: days after the first, and the time of day in India. */
export function shown(atS: number): string {
  const atMs = atS * 1_000;
  const minutes = Math.floor((atMs - startOfIstDate(istDateOf(atMs))) / 60_000);
  const days = istDateOf(atMs) - istDateOf(START);
  return `T+${days} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** A mandate of the sandbox, and debits under it, at times that the test names. */
export class Life {
  readonly streams = new StreamsInMemory();
  nowMs = START;
  readonly customerId = this.streams.newId('customer', START);
  readonly mandateId = this.streams.newId('mandate', START);

  constructor(instrument: MandateInstrument, terms: Partial<MandateTerms> = {}) {
    this.send('customers.create', this.customerId, { name: '~s1.n' });
    this.send('mandates.create', this.mandateId, {
      customerId: this.customerId,
      instrument,
      maxAmount: 9_000_000,
      amountRule: 'maximum',
      frequency: 'as_presented',
      debitDayRule: 'on',
      startsAtMs: START,
      endsAtMs: START + 365 * DAY_MS,
      category: 'general',
      ...terms,
    });
  }

  send(type: string, streamId: string, payload: object = {}): Answer {
    return this.streams.send(type, streamId, payload, this.nowMs);
  }

  /** @returns the id. @throws what it was refused for. */
  debit(terms: Partial<DebitTerms> = {}): string {
    const id = this.streams.newId('debit', this.nowMs);
    const answer = this.send('debits.create', id, { mandateId: this.mandateId, amount: 49_900, ...terms });
    if ('refusal' in answer) throw new Error([answer.refusal.code, answer.refusal.details?.reason].filter(Boolean).join(' '));
    return id;
  }

  /** Lets time pass, from one instant at which something is due to the next. */
  pass(ms: number): this {
    const end = this.nowMs + ms;
    while (this.nowMs < end) {
      this.nowMs = Math.min(end, Math.max(this.nowMs, this.streams.nextDueMs() ?? end));
      this.streams.wakeDue(this.nowMs);
    }
    return this;
  }

  of = (id: string): DebitResource => this.streams.resource<DebitResource>(id);
  mandate = (): MandateResource => this.streams.resource<MandateResource>(this.mandateId);
  payment = (id: string): PaymentResource => this.streams.resource<PaymentResource>(id);
  publicOf = (id: string): string[] =>
    this.streams.published.filter(({ data }) => (data.object as { id: string }).id === id).map(({ type }) => type.replace('debit.', ''));
}
