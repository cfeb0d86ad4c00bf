import fc from 'fast-check';
import { replay } from '#decider';
import { recordStep, verificationDecider, type VerificationCommand } from '../../test/verification-decider';
import { ASKED, COMMANDS, NOW_MS, RESULT, step } from '../../test/verification-histories';
import { DEFAULT_VERIFICATION_RULES } from './decide/rules';
import type { ProviderStep } from './decide/step';
import type { VerificationEvent } from './events';
import type { VerificationState } from './state';

const decider = verificationDecider(DEFAULT_VERIFICATION_RULES);

describe('any order of commands', () => {
  const steps = fc.constantFrom<ProviderStep>(
    step({ kind: 'passed', result: RESULT }),
    step({ kind: 'failed', reason: 'document_not_found' }),
    step({ kind: 'review', reason: 'watchlist_hit' }),
    step({ kind: 'otp', expiresAtMs: NOW_MS + 600_000, resendAfterMs: NOW_MS }),
    step({ kind: 'otp_wrong', reason: 'otp_incorrect' }),
    step({ kind: 'pending', checkAtMs: NOW_MS }),
    step({ kind: 'unavailable', reason: 'provider_unavailable', retryAtMs: NOW_MS }),
  );
  const command = fc.oneof<fc.Arbitrary<VerificationCommand>[]>(
    fc.constantFrom(...Object.values(COMMANDS)),
    fc.tuple(fc.nat(3), steps).map(([tries, one]) => recordStep(tries, one)),
    fc.record({ type: fc.constant('kyc.create' as const), payload: fc.constant(ASKED), step: steps }),
  );

  it('an ended verification never opens again, wrong OTPs never exceed the limit, and replay equals the state', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        let state: VerificationState = decider.initialState;
        const log: VerificationEvent[] = [];
        let wrong = 0;
        for (const one of commands) {
          const before = state.status;
          const decision = decider.decide(one, state, { nowMs: NOW_MS });
          const events = decision.accepted ? decision.events : [];
          log.push(...events);
          state = replay(decider, events, state);
          wrong += events.filter(({ type, data }) => type === 'kyc.verification.requires_input' && data.reason === 'otp_incorrect').length;
          if (['verified', 'failed', 'expired', 'cancelled'].includes(before)) expect(state.status).toBe(before);
        }
        expect(wrong).toBeLessThan(DEFAULT_VERIFICATION_RULES.otpTriesMax);
        expect(replay(decider, log)).toEqual(state);
      }),
      { numRuns: 500 },
    );
  });
});
