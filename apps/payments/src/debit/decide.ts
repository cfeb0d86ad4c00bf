import { statusSentence, type CommandBody, type DebitCommand, type DebitCommandPayloads, type DebitCommandType } from '#contracts';
import { accept, refuse } from '#decider';
import { recordAttempt } from './decide/attempt';
import type { DebitContext, DebitDecision } from './decide/context';
import { notify } from './decide/notice';
import { plan } from './decide/plan';
import { recordNotice } from './decide/requests';
import { simulate } from './decide/simulate';
import type { DebitEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_DEBIT, isWaiting, type DebitState, type ExistingDebit } from './state';
import { wake } from './timers';

const WAITING = ['notifying', 'requires_action', 'scheduled'];

type DebitCommandOf<TType extends DebitCommandType> = { type: TType; payload: DebitCommandPayloads[TType] };

type Decide<TType extends DebitCommandType> = (command: DebitCommandOf<TType>, state: DebitState, context: DebitContext) => DebitDecision;

/** A debit that has to be there. */
const existing =
  <TType extends DebitCommandType>(
    then: (payload: DebitCommandPayloads[TType], state: ExistingDebit, context: DebitContext) => DebitDecision,
  ): Decide<TType> =>
  ({ payload }, state, context) =>
    state.status === 'none' ? refuse({ code: 'resource_missing', details: { param: 'id' } }) : then(payload, state, context);

const DECIDE: { [TType in DebitCommandType]: Decide<TType> } = {
  'debits.create': create,
  'debits.cancel': existing(cancel),
  'debits.record_attempt': existing(recordAttempt),
  'debits.record_notice': existing((report, state, context) => accept(recordNotice(report, state, context))),
  'debits.end_with_mandate': existing(({ status }, state, { nowMs }) =>
    accept<DebitEvent>(isWaiting(state) ? [{ type: 'debit.cancelled', data: { atMs: nowMs, reason: `mandate_${status}` } }] : []),
  ),
  'debits.end_with_invoice': existing(({ reason }, state, { nowMs }) =>
    accept<DebitEvent>(isWaiting(state) ? [{ type: 'debit.cancelled', data: { atMs: nowMs, reason } }] : []),
  ),
  'debits.simulate': existing(simulate),
  'debits.wake': existing((_payload, state, context) => wake(state, context)),
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<DebitCommand>, state: DebitState, context: DebitContext): DebitDecision {
  return (DECIDE[command.type] as Decide<DebitCommandType>)(command, state, context);
}

/** – → notifying, or scheduled where no notice is needed, and on with what the rail says at once. */
function create({ payload }: DebitCommandOf<'debits.create'>, state: DebitState, context: DebitContext): DebitDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A debit of this id exists already.' } });
  }
  const planned = plan(payload, context);
  if ('refusal' in planned) return refuse(planned.refusal);
  const { terms, facts, plan: when } = planned;
  const created: DebitEvent = { type: 'debit.created', data: { terms, facts, ...when } };
  return accept([created, ...notify(evolve(INITIAL_DEBIT, created) as ExistingDebit, context)], 201);
}

/** Before the money is asked for, and between attempts. */
function cancel(_payload: DebitCommandPayloads['debits.cancel'], state: ExistingDebit, { nowMs }: DebitContext): DebitDecision {
  if (isWaiting(state)) return accept<DebitEvent>([{ type: 'debit.cancelled', data: { atMs: nowMs, reason: 'requested_by_merchant' } }]);
  const message = statusSentence('debit', state.status, 'be cancelled', WAITING);
  return refuse({ code: 'state_conflict', details: { message, current_status: state.status, allowed_from: WAITING } });
}
