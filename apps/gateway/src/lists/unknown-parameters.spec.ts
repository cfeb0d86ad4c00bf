import { QueryReader } from './query-reader';
import { refuseUnknown } from './unknown-parameters';

const KNOWN = ['limit', 'starting_after', 'status', 'payment_id', 'created_at[gte]', 'created_at[lte]', 'type'];

/** A route that takes the names above and metadata. */
function refused(query: Record<string, string>): { hint: string | null; problems: string[] } {
  const reader = new QueryReader(query);
  for (const name of KNOWN) reader.one(name);
  reader.members('metadata');
  const hint = refuseUnknown(reader);
  return { hint, problems: reader.problems.map(({ param, code }) => `${param} ${code}`) };
}

describe('a parameter that a route does not know', () => {
  it.each([
    ['paymentid', 'In place of paymentid send payment_id.'],
    ['paymentId', 'In place of paymentId send payment_id.'],
    ['statuss', 'In place of statuss send status.'],
    ['created_at[foo]', 'In place of created_at[foo] send created_at[gte] or created_at[lte].'],
    ['from', 'In place of from send created_at[gte].'],
    ['to', 'In place of to send created_at[lte].'],
    ['count', 'In place of count send limit.'],
    ['skip', 'In place of skip send starting_after (the last id of the page before).'],
    ['metadata.order_id', 'In place of metadata.order_id send metadata[key].'],
    ['colour', `The route takes ${[...KNOWN, 'metadata[key]'].join(', ')}.`],
  ])('%s: is refused with what to send', (name, hint) => {
    expect(refused({ [name]: '1' })).toEqual({ hint, problems: [`${name} parameter_unknown`] });
  });

  it('is not there when all are known', () => {
    expect(refused({ limit: '5', 'metadata[k]': 'v' })).toEqual({ hint: null, problems: [] });
  });

  it('is not repeated in the hint when its name is a card number', () => {
    expect(JSON.stringify(refused({ '4111111111111111': '1' }))).not.toContain('4111111111111111');
  });

  it('names each of several once, and speaks of few', () => {
    const names = Array.from({ length: 50 }, (_, index) => `limit${index}`);
    const { hint, problems } = refused(Object.fromEntries(names.map((name) => [name, '1'])));
    expect(problems).toHaveLength(50);
    expect(hint?.split('.').filter(Boolean)).toHaveLength(10);
  });
});
