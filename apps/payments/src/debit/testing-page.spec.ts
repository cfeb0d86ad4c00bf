import { TESTING_SECTIONS, type DebitResource, type DebitTerms, type TestingRow } from '#contracts';
import { card, DAY_MS, enach, HOUR_MS, Life, upi } from '../../test/debit-life';

describe('the testing page, debits', () => {
  const rowsOf = (id: string): [string, TestingRow][] =>
    TESTING_SECTIONS.find((section) => section.id === id)!.rows.map((row) => [row.values[0]!, row]);
  const ended = (life: Life, terms: Partial<DebitTerms> = {}): DebitResource => {
    const id = life.debit({ amount: 2_000_000, ...terms });
    return life.pass(2 * HOUR_MS).of(id).status === 'requires_action' ? life.of(id) : life.pass(10 * DAY_MS).of(id);
  };
  const endOf = ({ status, last_error }: DebitResource): unknown[] => [
    status,
    last_error?.reason ?? null,
    last_error?.network_code ?? null,
  ];
  const wanted = ({ status, reason, network_code }: TestingRow): unknown[] => [status, reason, network_code];

  it.each(rowsOf('debit-upi'))('%s does what its row says', (vpa, row) => {
    const life = new Life({ method: 'upi', vpa });
    expect(endOf(ended(life))).toEqual(wanted(row));
    if (row.note?.startsWith('then the payer')) expect(row.note).toContain(life.mandate().status);
  });

  it.each(rowsOf('debit-cards'))('%s does what its row says', (number, row) => {
    const life = new Life(card(number.slice(6, 10)));
    expect(endOf(ended(life))).toEqual(wanted(row));
    if (row.note?.startsWith('then the payer')) expect(row.note).toContain(life.mandate().status);
  });

  it.each(rowsOf('debit-accounts'))('%s does what its row says', (number, row) => {
    expect(endOf(ended(new Life(enach(number.slice(-4)))))).toEqual(wanted(row));
  });

  it.each(rowsOf('debit-outcomes'))('%s does what its row says', (word, row) => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ retrySchedule: [], metadata: { sandbox_outcome: word } });
    if (word === 'notice_pending') expect(life.of(id).status).toBe(row.status);
    else expect(life.pass(3 * DAY_MS).of(id).status).toBe(row.status);
  });
});
