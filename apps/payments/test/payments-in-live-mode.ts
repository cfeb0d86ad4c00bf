import {
  newId,
  shardOfAccount,
  type Command,
  type DebitResource,
  type DebitTerms,
  type IdKind,
  type MandateResource,
  type MandateTerms,
  type Reply,
} from '#contracts';
import { eventually } from '#testing';
import type { PaymentsUnderTest } from './payments-under-test';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Where each kind of id is asked for. */
const PATHS: Readonly<Record<string, string>> = {
  mandate: 'mandates',
  debit: 'debits',
  pay: 'payments',
  sub: 'subscriptions',
  inv: 'invoices',
};
const LIVE = { 'x-hundi-livemode': 'true' };

/** A webhook as a processor delivers it. */
export interface Delivery {
  headers: Record<string, string>;
  rawBody: Uint8Array;
}

/** The payments service in live mode, on the clock that the test moves. */
export class PaymentsInLiveMode {
  constructor(readonly payments: PaymentsUnderTest) {}

  newId(kind: IdKind): string {
    const { accountId, clock, random } = this.payments;
    return newId(kind, shardOfAccount(accountId), clock.nowMs(), random);
  }

  send(type: string, streamId: string, payload: object = {}): Promise<Reply> {
    const command = this.payments.command('payments.wake', {}, { streamId, livemode: true });
    return this.payments.send({ ...command, type, payload });
  }

  /** @returns the id of a mandate of a customer of its own, as it was asked for. */
  async mandate(change: Partial<MandateTerms> = {}): Promise<string> {
    const [customerId, mandateId] = [this.newId('customer'), this.newId('mandate')];
    await this.send('customers.create', customerId, { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' });
    const nowMs = this.payments.clock.nowMs();
    const terms: MandateTerms = {
      customerId,
      instrument: { method: 'upi', vpa: null },
      maxAmount: 50_000,
      amountRule: 'maximum',
      frequency: 'as_presented',
      debitDayRule: 'on',
      startsAtMs: nowMs,
      endsAtMs: nowMs + 365 * DAY_MS,
      category: 'general',
      ...change,
    };
    const { status } = await this.send('mandates.create', mandateId, terms);
    if (status !== 201) throw new Error(`the mandate was answered with ${status}`);
    return mandateId;
  }

  /** @returns the id of a debit of ₹499.00. */
  async debit(mandateId: string, change: Partial<DebitTerms> = {}): Promise<string> {
    const debitId = this.newId('debit');
    const { status } = await this.send('debits.create', debitId, { mandateId, amount: 49_900, ...change });
    if (status !== 201) throw new Error(`the debit was answered with ${status}`);
    return debitId;
  }

  /** Delivers a webhook as the gateway passes it on, and again while it is to be sent again. @returns how many commands it led to. */
  async deliver(processor: string, sign: () => Delivery): Promise<number> {
    const sent: Command[] = [];
    await eventually(async () => {
      const { status, commands = [] } = await this.payments.webhook(processor, sign());
      if (status !== 200) throw new Error(`the webhook was answered with ${status}`);
      sent.push(...commands);
    });
    for (const command of sent) await this.payments.send(command);
    return sent.length;
  }

  async object<TResource>(id: string): Promise<TResource> {
    const path = PATHS[id.slice(0, id.indexOf('_'))] ?? '';
    return JSON.parse((await this.payments.ask(`/internal/${path}/${id}`, LIVE)).text) as TResource;
  }

  mandateOf = (id: string): Promise<MandateResource> => this.object<MandateResource>(id);
  debitOf = (id: string): Promise<DebitResource> => this.object<DebitResource>(id);

  /** @throws when it is not, by now. */
  async is(id: string, status: string): Promise<void> {
    const now = await this.object<{ status: string }>(id);
    if (now.status !== status) throw new Error(`${id} is ${now.status}, not ${status}`);
  }

  reaches(id: string, status: string): Promise<void> {
    return eventually(() => this.is(id, status));
  }

  /** Time passes in steps until what the check expects is so. */
  passing(check: () => Promise<void>, stepMs: number): Promise<void> {
    const step = (): Promise<void> => {
      this.payments.clock.advanceMs(stepMs);
      return check();
    };
    return eventually(step, { everyMs: 150 });
  }
}
