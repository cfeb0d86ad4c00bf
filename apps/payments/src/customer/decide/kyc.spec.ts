import type { KycState, KycStatus } from '#contracts';
import { replay } from '#decider';
import fc from 'fast-check';
import { INITIAL_CUSTOMER, type ActiveCustomer, type CustomerState } from '../state';
import { decide } from '../decide';
import type { CustomerEvent } from '../events';
import { evolve } from '../evolve';
import { kycChangeDueMs, kycStatusAt, NO_KYC_NOTES } from './kyc';

const NOW_MS = 1_795_219_200_000;
const YEAR_MS = 31_536_000_000;
const rules = { kycReviewGraceMs: YEAR_MS };
const decider = { initialState: INITIAL_CUSTOMER, evolve };
const CREATED: CustomerEvent = { type: 'customer.created', data: { name: '~s1.name' } };

/** A customer that hears of verifications, one after the other. */
class Customer {
  readonly published: KycStatus[] = [];
  private state: CustomerState = replay(decider, [CREATED]);

  received(kycState: KycState['kycState'], verificationId = 'kyc_1', validUntilMs: number | null = NOW_MS + YEAR_MS): this {
    return this.reported({ type: 'customers.record_kyc', payload: { verificationId, kycState, validUntilMs } }, NOW_MS);
  }

  /** @returns whether there was something to wake it for. */
  wakes(): boolean {
    const { kycStatus, kyc = NO_KYC_NOTES } = this.active;
    const dueMs = kycChangeDueMs(kycStatus, kyc, rules);
    if (dueMs !== null) this.reported({ type: 'customers.wake', payload: {} }, dueMs);
    return dueMs !== null;
  }

  get active(): ActiveCustomer {
    if (this.state.status !== 'active') throw new Error('the customer is not active');
    return this.state;
  }

  private reported(command: Parameters<typeof decide>[0], nowMs: number): this {
    const decision = decide(command, this.state, { nowMs, rules, transactionIdOf: String });
    if (!decision.accepted) throw new Error(decision.refusal.code);
    for (const event of decision.events) if (event.type === 'customer.kyc_recorded') this.published.push(event.data.kycStatus);
    this.state = replay({ evolve, initialState: this.state }, decision.events);
    return this;
  }
}

describe('kyc_status of a customer', () => {
  it('is pending while a verification is open, verified once one is, and none again when the only one failed', () => {
    expect(new Customer().received('open').received('verified').published).toEqual(['pending', 'verified']);
    expect(new Customer().received('open').received('ended').published).toEqual(['pending', 'none']);
  });

  it('stays verified while another verification is tried or fails', () => {
    expect(new Customer().received('verified').received('open', 'kyc_2').received('ended', 'kyc_2').published).toEqual(['verified']);
  });

  it('hears the same any number of times', () => {
    const customer = new Customer().received('open').received('open').received('verified').received('verified').received('ended');
    expect(customer.published).toEqual(['pending', 'verified']);
  });

  it('is pending when the review is due and none when it lapses; a new verification replaces the old one', () => {
    const customer = new Customer().received('verified');
    expect([customer.wakes(), customer.wakes(), customer.wakes()]).toEqual([true, true, false]);
    expect(customer.published).toEqual(['verified', 'pending', 'none']);
    const again = new Customer().received('verified').received('verified', 'kyc_2', NOW_MS + 2 * YEAR_MS);
    expect(again.active.kyc).toEqual({ open: [], verified: { id: 'kyc_2', validUntilMs: NOW_MS + 2 * YEAR_MS } });
    expect(again.received('verified', 'kyc_3', NOW_MS + 1).active.kyc?.verified?.id).toBe('kyc_2');
  });

  it('remembers a bounded number of open verifications', () => {
    const customer = new Customer();
    for (let index = 0; index < 80; index++) customer.received('open', `kyc_${index}`);
    expect(customer.active.kyc?.open).toHaveLength(50);
  });

  it('follows from what is open and what holds, whatever the order of the reports', () => {
    const fact = fc.record({
      verificationId: fc.constantFrom('kyc_1', 'kyc_2', 'kyc_3'),
      kycState: fc.constantFrom('open' as const, 'verified' as const, 'ended' as const),
    });
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 20 }), (all) => {
        const customer = new Customer();
        for (const { kycState, verificationId } of all) customer.received(kycState, verificationId);
        const { kyc = NO_KYC_NOTES, kycStatus } = customer.active;
        expect(kycStatus).toBe(kycStatusAt(NOW_MS, kyc, rules));
        expect(kycStatus === 'verified').toBe(all.some(({ kycState }) => kycState === 'verified'));
      }),
    );
  });
});
