import type { MandateTerms } from '#contracts';
import { replay } from '#decider';
import { mandateTerms } from '../../../test/mandate-terms';
import type { MandateEvent } from '../events';
import { evolve } from '../evolve';
import { INITIAL_MANDATE, type ExistingMandate } from '../state';
import type { MandateContext } from './context';
import { DEFAULT_RAILS_CONFIG } from './rails';
import { simulate } from './simulate';

const NOW = Date.parse('2026-11-25T06:00:00Z');
const CONTEXT: MandateContext = {
  mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN',
  nowMs: NOW,
  rules: { ...DEFAULT_RAILS_CONFIG, mcc: null },
  processor: 'sandbox',
  rail: null,
  hasCustomer: () => true,
};

describe('a mandate whose card is to be replaced', () => {
  it.each([
    [{ method: 'card', card: null }, 'it was made without a card'],
    [{ method: 'upi', vpa: null }, 'it is on upi'],
    [{ method: 'enach', account: null }, 'it is on enach'],
  ] as [MandateTerms['instrument'], string][])('%o has none: %s', (instrument, why) => {
    const terms = mandateTerms(NOW, instrument);
    const events: MandateEvent[] = [
      { type: 'mandate.created', data: { terms, processor: 'sandbox', expiresAtMs: NOW + 600_000 } },
      { type: 'mandate.activated', data: { atMs: NOW, references: {} } },
    ];
    const state = replay({ initialState: INITIAL_MANDATE, evolve }, events) as ExistingMandate;
    const message = `card_reissued cannot happen to this mandate: ${why}.`;
    expect(simulate('card_reissued', state, CONTEXT)).toMatchObject({ refusal: { code: 'state_conflict', details: { message } } });
  });
});
