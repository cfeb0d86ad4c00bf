import { KYC_COMMAND_TYPES, type Command, type KycCommand } from '#contracts';
import { refuse } from '#decider';
import type { AggregateDefinition } from '#event-store';
import { decide } from '../domain/verification/decide';
import type { VerificationEvent } from '../domain/verification/events';
import { evolve } from '../domain/verification/evolve';
import type { VerificationRules } from '../domain/verification/rules';
import { INITIAL_VERIFICATION, type VerificationState } from '../domain/verification/verification';
import { limitOf, questionDueMs } from '../domain/verification/wake';
import { VERIFICATION_EVENT_DEFINITIONS } from '../publish';
import { verificationResource } from '../render';
import { instruct, type Surroundings } from './instruct';

export interface VerificationAggregateOptions extends Omit<Surroundings, 'nowMs'> {
  rules: VerificationRules;
}

/** The verification as the event store runs it. Everything in here is pure. */
export function verificationAggregate(options: VerificationAggregateOptions): AggregateDefinition<VerificationState, VerificationEvent> {
  const { rules } = options;
  return {
    streamType: 'kyc.verification',
    idKind: 'kycVerification',
    stateSchema: 1,
    initialState: INITIAL_VERIFICATION,
    commandTypes: KYC_COMMAND_TYPES,
    creationTypes: ['kyc.create'],
    eventTypes: VERIFICATION_EVENT_DEFINITIONS,
    handle(command: Command, state, { nowMs }) {
      const instructed = instruct(command as KycCommand, state, { ...options, nowMs });
      if ('refusal' in instructed) return refuse(instructed.refusal);
      return decide(instructed.instruction, state, { nowMs, rules });
    },
    evolve,
    statusOf: ({ status }) => status,
    wakeAtMs: (state) => earlier(limitOf(state), questionDueMs(state)),
    wakeCommandType: 'kyc.wake',
    render: (snapshot) => JSON.stringify(verificationResource(snapshot)),
  };
}

function earlier(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}
