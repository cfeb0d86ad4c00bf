import type { CommandBody, SubscriptionCommand, SubscriptionCommandPayloads, SubscriptionCommandType } from '#contracts';
import { refuse } from '#decider';
import { cancel, endWithCustomer } from './decide/cancel';
import type { SubscriptionContext, SubscriptionDecision } from './decide/context';
import { chooseMethod } from './decide/choose-method';
import { create } from './decide/create';
import { pause, resume } from './decide/pause';
import { preview } from './decide/preview';
import { recordInvoice } from './decide/record-invoice';
import { recordMandate } from './decide/record-mandate';
import { registerAgain } from './decide/register-again';
import { retry } from './decide/retry';
import { simulate } from './decide/simulate';
import { update } from './decide/update';
import type { ExistingSubscription, SubscriptionState } from './state';
import { wake } from './timers';

type Later = Exclude<SubscriptionCommandType, 'subscriptions.create'>;
type Decide<TType extends Later> = (
  payload: SubscriptionCommandPayloads[TType],
  state: ExistingSubscription,
  context: SubscriptionContext,
) => SubscriptionDecision;

const DECIDE: { [TType in Later]: Decide<TType> } = {
  'subscriptions.update': update,
  'subscriptions.preview_update': preview,
  'subscriptions.cancel': cancel,
  'subscriptions.pause': pause,
  'subscriptions.resume': resume,
  'subscriptions.retry': retry,
  'subscriptions.choose_method': chooseMethod,
  'subscriptions.register_again': registerAgain,
  'subscriptions.simulate': simulate,
  'subscriptions.record_mandate': recordMandate,
  'subscriptions.record_invoice': recordInvoice,
  'subscriptions.end_with_customer': endWithCustomer,
  'subscriptions.wake': (_payload, state, context) => wake(state, context),
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(
  command: CommandBody<SubscriptionCommand>,
  state: SubscriptionState,
  context: SubscriptionContext,
): SubscriptionDecision {
  if (command.type === 'subscriptions.create') return create(command.payload, state, context);
  if (state.status === 'none') return refuse({ code: 'resource_missing', details: { param: 'id' } });
  return (DECIDE[command.type] as Decide<Later>)(command.payload, state, context);
}
