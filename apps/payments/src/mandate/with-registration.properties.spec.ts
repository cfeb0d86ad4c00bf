import fc from 'fast-check';
import type { MandateRequestKind } from '#contracts';
import { nextRequestOf } from './decide/requests';
import type { ExistingMandate, MandateState } from './state';
import { DAY_MS } from '../../test/debit-life';
import { LiveLife } from '../../test/live-life';

/** A mandate whose registration takes the first payment, its processor with the money, and whatever may happen between them. */
class World {
  readonly life = new LiveLife();
  readonly id = this.life.mandate();
  isPaid = false;
  returned = 0;
  /** What was asked and done, and not recorded yet. */
  private underWay: MandateRequestKind | null = null;

  constructor() {
    this.life.opened(this.id);
  }

  private get state(): MandateState {
    return this.life.streams.streams.get(this.id)?.state as MandateState;
  }

  /** The payer pays, or what they paid is captured late. The processor tells of it. */
  pay(): void {
    this.isPaid = true;
    this.life.reports(this.id, undefined);
  }

  fetch(): void {
    if (nextRequestOf(this.state)?.kind !== 'fetch') return;
    if (this.isPaid) this.life.approved(this.id);
    else this.life.reports(this.id, { state: 'requires_action', action: null }, 'fetch');
  }

  rejected = (): unknown => this.life.reports(this.id, { state: 'rejected', failure: { reason: 'payment_declined', networkCode: null } });
  declined = (): unknown => this.life.reports(this.id, { state: 'revoked', by: 'customer' });
  expired = (): unknown => this.life.reports(this.id, { state: 'expired' });
  active = (): unknown => this.life.reports(this.id, { state: 'active' });
  revoke = (): unknown => this.life.send('mandates.revoke', this.id);
  day = (): unknown => this.life.pass(DAY_MS);

  /** The processor does what is due, as adapters do it: what is kept is not given back, and nothing is given back twice. */
  act(): void {
    const kind = nextRequestOf(this.state)?.kind;
    if (kind !== 'revoke' && kind !== 'return_verification') return;
    this.underWay = kind;
    const isKept = (this.state as ExistingMandate).firstPayment !== undefined;
    if (this.isPaid && !isKept && this.returned === 0) this.returned += 1;
  }

  /** Its answer comes, or is lost. */
  answer(outcome: 'done' | 'unknown'): void {
    if (this.underWay !== null) this.life.send('mandates.record_report', this.id, { answers: { kind: this.underWay, outcome } });
    this.underWay = null;
  }

  /** Time goes by, and everything is answered. */
  settle(): void {
    this.answer('done');
    for (let time = 0; time < 3; time++) {
      this.fetch();
      this.day();
      this.act();
      this.answer('done');
    }
  }
}

const STEPS = ['pay', 'fetch', 'rejected', 'declined', 'expired', 'active', 'revoke', 'day', 'act', 'done', 'lost'] as const;

describe('the first payment that a registration took', () => {
  it('is one payment of the merchant, or went back once, whatever happens in which order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 14 }), (steps) => {
        const world = new World();
        for (const step of steps) {
          if (step === 'done' || step === 'lost') world.answer(step === 'done' ? 'done' : 'unknown');
          else world[step]();
        }
        world.settle();
        const kept = world.life.idsOf('pay').length;
        expect([kept + world.returned, kept === 1]).toEqual([world.isPaid ? 1 : 0, world.life.mandateOf(world.id).activated_at !== null]);
      }),
      { numRuns: 400 },
    );
  });
});
