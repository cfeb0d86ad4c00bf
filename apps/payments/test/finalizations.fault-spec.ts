import type { Command } from '#contracts';
import { eventually } from '#testing';
import type { DeathAt } from './die-at-commit';
import { RenewalsUnderTest } from './renewals-under-test';

const INVOICES = 200;
/** So long that a commit takes but some of them. */
const LINES = 30;
const DEATHS = (
  [
    ['before-commit', 2],
    ['after-commit-before-reply', 1],
    ['before-commit', 2],
  ] as const
).map(([step, hit]): DeathAt => ({ step, eventType: 'invoice.finalized', hit }));

jest.setTimeout(240_000);

describe('200 invoices that are finalized at once', () => {
  let lab: RenewalsUnderTest;
  beforeAll(async () => {
    lab = await RenewalsUnderTest.start();
  });
  afterAll(() => lab.end());

  const send = async (ids: readonly string[], type: string, payload: object): Promise<void> => {
    const replies = await Promise.all(ids.map((id) => lab.payments.send(lab.command(id, type, payload))));
    expect(replies.filter(({ refusal }) => refusal !== null)).toEqual([]);
  };

  /** Drafts of one customer that are paid by hand. */
  async function draft(): Promise<string[]> {
    const customerId = lab.idOf('customer');
    await send([customerId], 'customers.create', { referenceId: customerId });
    const ids = Array.from({ length: INVOICES }, () => lab.idOf('invoice'));
    const lines = Array.from({ length: LINES }, () => ({ type: 'upfront', quantity: 1, unitAmount: 49_900 }));
    const terms = { customerId, billingReason: 'manual', currency: 'INR', lines, collection: 'send_invoice', daysUntilDue: 7 };
    await send(ids, 'invoices.create', { ...terms, isFinal: false });
    return ids;
  }

  it('(48) have the numbers 1 to 200 and dates that do not fall, though the process is killed three times', async () => {
    const ids = await draft();
    const commands: Command[] = ids.map((id) => lab.command(id, 'invoices.finalize', {}));
    let count = 0;
    for (const death of DEATHS) {
      const dying = await lab.run({ death });
      await dying.send(commands);
      await eventually(() => expect([death, dying.signal]).toEqual([death, 'SIGKILL']));
      const before = count;
      count = await lab.countOf('invoice.finalized');
      expect(count).toBeGreaterThan(before);
      expect(count).toBeLessThan(INVOICES);
    }
    const last = await lab.run();
    await last.send(commands);
    await lab.killed(last);
    await lab.payments.startService();
    expect(await lab.countOf('invoice.finalized')).toBe(INVOICES);
    const invoices = await lab.invoices();
    lab.expectNumbered(invoices);
    expect(invoices.filter(({ status }) => status !== 'open')).toEqual([]);
    const dates = invoices.sort((a, b) => (a.number ?? '').localeCompare(b.number ?? '')).map(({ finalized_at: atSeconds }) => atSeconds);
    expect(dates).toEqual([...dates].sort());
  });
});
