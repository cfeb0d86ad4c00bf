import type { MandateReport } from '#contracts';
import { replay } from '#decider';
import { mandateTerms } from '../../test/mandate-terms';
import { decide } from './decide';
import type { MandateContext } from './decide/context';
import { DEFAULT_RAILS_CONFIG } from './decide/rails';
import type { MandateEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_MANDATE } from './state';

const NOW = Date.parse('2026-11-25T06:00:00Z');
const MINUTE_MS = 60_000;
const TERMS = mandateTerms(NOW);
const CREATED: MandateEvent = {
  type: 'mandate.created',
  data: { terms: TERMS, processor: 'cashfree', expiresAtMs: NOW + 86_400_000, answersLater: true },
};
const ACTIVE: MandateReport = { state: 'active' };
const PAUSED: MandateReport = { state: 'paused', by: 'customer' };
const REVOKED: MandateReport = { state: 'revoked', by: 'customer' };

/** A processor repeats a webhook that was not taken for hours, while newer ones have come. Times in minutes since the beginning. */
describe('a mandate whose processor reports out of turn', () => {
  let history: MandateEvent[];
  beforeEach(() => {
    history = [CREATED, { type: 'mandate.activated', data: { atMs: NOW } }];
  });

  const state = () => replay({ initialState: INITIAL_MANDATE, evolve }, history);
  function take(one: Parameters<typeof decide>[0], minute: number): string {
    const rules = { ...DEFAULT_RAILS_CONFIG, mcc: null, processors: { cashfree: { upi: { canPause: true } } } };
    const around = { mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN', processor: 'cashfree', rail: null, hasCustomer: () => true };
    const context: MandateContext = { ...around, rules, nowMs: NOW + minute * MINUTE_MS };
    const decision = decide(one, state(), context);
    if (!decision.accepted) throw new Error(decision.refusal.code);
    history.push(...decision.events);
    return state().status;
  }
  /** @param made when the processor made it. @param comes when it comes. */
  const reported = (report: MandateReport, made: number, comes = made): string =>
    take({ type: 'mandates.record_report', payload: { report, reportedAtMs: NOW + made * MINUTE_MS } }, comes);

  it('stays paused when the approval is reported once more', () => {
    expect([reported(ACTIVE, 1), reported(PAUSED, 10), reported(ACTIVE, 1, 20)]).toEqual(['active', 'paused', 'paused']);
  });

  it('stays active when a pause that is over is reported once more, or for the first time', () => {
    expect([reported(PAUSED, 10), reported(ACTIVE, 20), reported(PAUSED, 10, 30)]).toEqual(['paused', 'active', 'active']);
    expect([reported(ACTIVE, 50), reported(PAUSED, 40, 60)]).toEqual(['active', 'active']);
  });

  it('follows what is newer, however late it comes, and whatever was made in the same instant', () => {
    expect([reported(PAUSED, 10, 100), reported(ACTIVE, 20, 101), reported(PAUSED, 20, 102)]).toEqual(['paused', 'active', 'paused']);
  });

  it('stays as the merchant has made it when what was before is reported', () => {
    expect(take({ type: 'mandates.pause', payload: {} }, 10)).toBe('paused');
    take({ type: 'mandates.record_report', payload: { answers: { kind: 'return_verification', outcome: 'done' } } }, 10);
    take({ type: 'mandates.record_report', payload: { answers: { kind: 'pause', outcome: 'done' } } }, 10);
    expect([reported(ACTIVE, 5, 20), reported(ACTIVE, 30)]).toEqual(['paused', 'active']);
  });

  it('is over all the same, and an answer to a question is as new as the question', () => {
    expect(reported(PAUSED, 10)).toBe('paused');
    expect(take({ type: 'mandates.record_report', payload: { report: ACTIVE } }, 20)).toBe('active');
    expect(reported(REVOKED, 5, 30)).toBe('revoked');
  });

  it('writes down once that nothing has changed, and puts nothing off that its processor is asked', () => {
    const before = state();
    reported(ACTIVE, 1, 2);
    const { length } = history;
    reported(ACTIVE, 1, 3);
    expect(history).toHaveLength(length);
    expect(state()).toEqual({ ...before, reportedAtMs: NOW + MINUTE_MS });
  });
});
