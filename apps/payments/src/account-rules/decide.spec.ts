import { join } from 'node:path';
import { assertGoldenFiles } from '#event-store';
import { defineAccountRules } from './aggregate';
import { decide, INITIAL_ACCOUNT_RULES } from './decide';

describe('the rules of an account', () => {
  it('are those of its newest version, in whatever order they come', () => {
    const set = (sequence: number) => ({ type: 'account_rules.set', payload: { afterDunning: 'cancel', sequence } }) as const;
    expect(decide(set(3), INITIAL_ACCOUNT_RULES)).toMatchObject({ events: [{ data: { afterDunning: 'cancel', sequence: 3 } }] });
    expect(decide(set(3), { afterDunning: null, sequence: 4 })).toMatchObject({ accepted: true, events: [] });
  });

  it('are read from events of every type ever written', () => assertGoldenFiles(join(__dirname, 'golden'), defineAccountRules()));
});
