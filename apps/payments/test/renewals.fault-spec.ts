import { eventually } from '#testing';
import { DEATHS, type DeathAt } from './die-at-commit';
import { RenewalsUnderTest } from './renewals-under-test';
import type { RenewingProcess } from './renewing-process';

/** The commits of a renewal, by an event of each: the draft and its debit, the number and the period, the money. */
const COMMITS = ['debit.created', 'invoice.finalized', 'payment.captured'];
/** Before and after each commit, before and after its events are published. */
const STEPS = COMMITS.flatMap((eventType) => DEATHS.map((step): DeathAt => ({ step, eventType, hit: 1 })));
/** Of a hundred. */
const UNKNOWN = 3;

jest.setTimeout(240_000);

describe('subscriptions of which a process dies in the middle', () => {
  let lab: RenewalsUnderTest;
  beforeAll(async () => {
    lab = await RenewalsUnderTest.start();
  });
  afterAll(() => lab.end());

  /** The process dies at each step in turn. The next one, which runs already, finds its work where the dead one left it. */
  async function renewWithDeaths(month: number, deaths: readonly DeathAt[]): Promise<void> {
    let following: Promise<RenewingProcess> = lab.run({ death: deaths[0]! });
    for (const [index, death] of deaths.entries()) {
      const dying = await following;
      const next = deaths[index + 1];
      following = lab.run(next ? { death: next } : {});
      await lab.through(month, [dying]);
      await eventually(() => expect([death, dying.signal]).toEqual([death, 'SIGKILL']));
    }
    const last = await following;
    await lab.through(month, [last]);
    await lab.killed(last);
  }

  it('(31) (36) by kill -9 at every step, 3 % of the money unknown at first: one invoice, one debit, one captured payment, no gap', async () => {
    await lab.subscribe(100 - UNKNOWN);
    await lab.subscribe(UNKNOWN, { metadata: { sandbox_outcome: 'deemed' } });
    await renewWithDeaths(1, STEPS);
    await lab.expectRenewedOnce(1);
    expect(await lab.countOf('debit.created')).toBe(100);
    expect(await lab.countOf('debit.succeeded')).toBe(100);
    expect(await lab.countOf('payment.captured')).toBe(200);
  });
});
