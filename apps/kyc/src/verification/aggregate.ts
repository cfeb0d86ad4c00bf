import { KYC_COMMAND_TYPES, type Command, type CommandBody, type KycCommand } from '#contracts';
import type { DueTask, Snapshot } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { decide } from './decide';
import type { VerificationEvent } from './events';
import { evolve } from './evolve';
import { isKeyLeft } from './decide/retention';
import type { VerificationRules } from './decide/rules';
import { INITIAL_VERIFICATION, type VerificationState } from './state';
import { isNumberLeft, limitOf, requestDueMs, nextRequestOf } from './timers';
import { VERIFICATION_EVENT_DEFINITIONS, publishVerification } from './publish';
import { reviewFile } from './render-review';
import { verificationResource } from './render';
import { askSandbox } from './ask-sandbox';
import type { ProviderChoices } from '../providers/routing/provider-choices';
import { verificationsList } from './list';

/** The task of destroying the key of a redacted verification. */
export const DESTROY_KEY_TASK = 'kyc.destroy_key';

export interface VerificationAggregateOptions {
  rules: VerificationRules;
  /** Whom to ask in live mode. */
  providers: ProviderChoices;
  /** Base of the mock pages, without a slash at its end. */
  publicUrl: string;
}

/** The verification as the event store runs it. Everything in here is pure. */
export function defineVerification({
  rules,
  providers,
  publicUrl,
}: VerificationAggregateOptions): ResourceAggregate<VerificationState, VerificationEvent> {
  return {
    streamType: 'kyc.verification',
    idKind: 'kycVerification',
    stateSchema: 1,
    initialState: INITIAL_VERIFICATION,
    commandTypes: KYC_COMMAND_TYPES,
    busCommandTypes: KYC_COMMAND_TYPES,
    creationTypes: ['kyc.create'],
    eventTypes: VERIFICATION_EVENT_DEFINITIONS,
    decide(command: Command, state, { nowMs }) {
      const { livemode, streamId: verificationId } = command;
      return decide(command as CommandBody<KycCommand>, state, {
        nowMs,
        rules,
        chooseProviders: (type, method) => providers.choose(type, method),
        ...(!livemode && { sandbox: askSandbox({ verificationId, nowMs, publicUrl }) }),
      });
    },
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: (state) => earlier(limitOf(state), requestDueMs(state)), commandType: 'kyc.wake' },
    taskOf: ({ head, state }) => taskOf(head, state),
    render: verificationResource,
    list: verificationsList,
    publish: publishVerification,
    answer: (snapshot, { type }) => (type === 'kyc.inspect' ? reviewFile(snapshot) : verificationResource(snapshot)),
  };
}

/** Asks a provider behind a network. */
export const ASK_PROVIDER = 'ask_provider';
/** Lets the vault forget the number of a verification that needs it no more. */
export const FORGET_NUMBER = 'forget_number';

function taskOf({ streamId, updatedAtMs }: Snapshot['head'], state: VerificationState): DueTask | null {
  if (isNumberLeft(state)) return { name: FORGET_NUMBER, dueAtMs: updatedAtMs, key: streamId };
  if (isKeyLeft(state)) return { name: DESTROY_KEY_TASK, dueAtMs: updatedAtMs, key: `${streamId}.key` };
  const providerRequest = nextRequestOf(state);
  if (providerRequest === null || state.status === 'none') return null;
  return { name: ASK_PROVIDER, dueAtMs: providerRequest.dueAtMs, key: `${streamId}.${state.providerIndex + 1}` };
}

function earlier(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}
