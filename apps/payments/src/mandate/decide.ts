import {
  statusSentence,
  type CommandBody,
  type MandateCommand,
  type MandateCommandPayloads,
  type MandateCommandType,
  type MandateReport,
  type MandateTerms,
  type Refusal,
} from '#contracts';
import { accept, refuse } from '#decider';
import type { MandateContext, MandateDecision } from './decide/context';
import { takesFirst } from './decide/first-amount';
import { railAt } from './decide/rails';
import { afterReport } from './decide/report';
import { recordReport } from './decide/requests';
import { simulate } from './decide/simulate';
import { join, leave, whenIdle } from './decide/subscriptions';
import { termsProblem } from './decide/terms';
import type { MandateEvent } from './events';
import { cycleEndMs } from './decide/debits';
import { evolve } from './evolve';
import { INITIAL_MANDATE, isApproved, NO_DEBITS, type ExistingMandate, type MandateState } from './state';
import { wake } from './timers';

type MandateCommandOf<TType extends MandateCommandType> = { type: TType; payload: MandateCommandPayloads[TType] };

type Decide<TType extends MandateCommandType> = (
  command: MandateCommandOf<TType>,
  state: MandateState,
  context: MandateContext,
) => MandateDecision;

const DECIDE: { [TType in MandateCommandType]: Decide<TType> } = {
  'mandates.create': create,
  'mandates.pause': pause,
  'mandates.resume': resume,
  'mandates.revoke': revoke,
  'mandates.record_report': ({ payload }, state, context) =>
    state.status === 'none' ? missing() : accept(recordReport(payload, state, context)),
  'mandates.simulate': ({ payload }, state, context) => (state.status === 'none' ? missing() : simulate(payload.outcome, state, context)),
  'mandates.open_debit': ({ payload }, state) =>
    state.status === 'none' ? missing() : accept([{ type: 'mandate.debit_opened', data: { debitId: payload.debitId } }]),
  'mandates.queue_debit': ({ payload }, state) =>
    state.status === 'none'
      ? missing()
      : accept(state.queue?.includes(payload.invoiceId) ? [] : [{ type: 'mandate.debit_queued', data: payload }]),
  'mandates.close_debit': closeDebit,
  'mandates.join_subscription': ({ payload }, state) => (state.status === 'none' ? missing() : join(payload, state)),
  'mandates.leave_subscription': ({ payload }, state, context) => (state.status === 'none' ? missing() : leave(payload, state, context)),
  'mandates.wake': (_command, state, context) => (state.status === 'none' ? missing() : wake(state, context)),
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<MandateCommand>, state: MandateState, context: MandateContext): MandateDecision {
  return (DECIDE[command.type] as Decide<MandateCommandType>)(command, state, context);
}

/** – → created, and on with what the rail says at once. */
function create({ payload }: MandateCommandOf<'mandates.create'>, state: MandateState, context: MandateContext): MandateDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A mandate of this id exists already.' } });
  }
  const { mandateId, nowMs, rules, processor, rail } = context;
  const terms: MandateTerms = { ...payload, startsAtMs: payload.startsAtMs ?? nowMs };
  const isJoined = isFirstJoined(terms, context);
  const problem = problemOf(terms, isJoined, context);
  if (problem !== null) return refuse(problem);
  const expiresAtMs = nowMs + railAt(rules, processor, terms.instrument.method).approveWithinMs;
  const later = rail === null ? { answersLater: true as const, ...(isJoined && { takesFirst: true as const }) } : {};
  const created: MandateEvent = { type: 'mandate.created', data: { terms, processor, expiresAtMs, ...later } };
  const report: MandateReport | undefined = rail?.register({ mandateId, terms, nowMs });
  const further = report === undefined ? [] : afterReport(report, evolve(INITIAL_MANDATE, created), nowMs);
  return accept([created, ...further], 201);
}

/** Why no rail would take it, or why the sandbox does not know the words of the caller; null for neither. */
function problemOf(terms: MandateTerms, isJoined: boolean, { rules, nowMs, rail }: MandateContext): Refusal | null {
  return termsProblem(terms, rules, { nowMs, isDebited: !isJoined }) ?? rail?.refusalOf?.(terms.metadata) ?? null;
}

/** Whether the registration takes the first amount, at a processor behind a network. What the sandbox does is decided with the approval. */
function isFirstJoined({ firstAmount: amount, instrument: { method } }: MandateTerms, { rules, processor, rail }: MandateContext): boolean {
  return rail === null && amount !== undefined && takesFirst(rules, processor, { method, amount });
}

/** active → paused, on rails where a merchant can. */
function pause(_command: MandateCommandOf<'mandates.pause'>, state: MandateState, context: MandateContext): MandateDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'active') return conflict(state, ['active'], 'be paused');
  if (!canPause(state, context)) return pauseNotSupported(state.terms.instrument.method);
  return accept([{ type: 'mandate.paused', data: { atMs: context.nowMs, by: 'merchant' } }]);
}

/** paused → active. What the payer paused in their app is theirs to resume. */
function resume(_command: MandateCommandOf<'mandates.resume'>, state: MandateState, context: MandateContext): MandateDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'paused') return conflict(state, ['paused'], 'be resumed');
  if (state.pausedBy !== 'merchant') {
    const message = `The ${state.pausedBy ?? 'customer'} paused this mandate: only they can resume it.`;
    return refuse({ code: 'state_conflict', details: { message, current_status: 'paused', allowed_from: [] } });
  }
  if (!canPause(state, context)) return pauseNotSupported(state.terms.instrument.method);
  return accept([{ type: 'mandate.resumed', data: { atMs: context.nowMs, by: 'merchant' } }]);
}

/** active, paused → revoked. */
function revoke(_command: MandateCommandOf<'mandates.revoke'>, state: MandateState, { nowMs }: MandateContext): MandateDecision {
  if (state.status === 'none') return missing();
  if (!isApproved(state)) return conflict(state, ['active', 'paused'], 'be revoked');
  return accept([{ type: 'mandate.revoked', data: { atMs: nowMs, by: 'merchant' } }]);
}

/** A debit has ended; the payer may have something to say about one that succeeded. */
function closeDebit({ payload }: MandateCommandOf<'mandates.close_debit'>, state: MandateState, context: MandateContext): MandateDecision {
  if (state.status === 'none') return missing();
  const { debitId, hasSucceeded } = payload;
  const { mandateId, nowMs, rail } = context;
  if (!hasSucceeded) {
    const failed: MandateEvent = { type: 'mandate.debit_closed', data: { debitId } };
    return accept([failed, ...whenIdle(evolve(state, failed), nowMs)]);
  }
  const succeeded = { atMs: nowMs, cycleUsedUntilMs: cycleEndMs(state.terms, nowMs) };
  const closed: MandateEvent = { type: 'mandate.debit_closed', data: { debitId, succeeded } };
  const nth = (state.debits ?? NO_DEBITS).succeeded + 1;
  const report = rail?.debited({ mandateId, terms: state.terms, nowMs }, nth) ?? null;
  const after = evolve(state, closed);
  return accept([closed, ...(report === null ? whenIdle(after, nowMs) : afterReport(report, after, nowMs))]);
}

function canPause({ terms, processor }: ExistingMandate, { rules }: MandateContext): boolean {
  return railAt(rules, processor, terms.instrument.method).canPause;
}

function missing(): MandateDecision {
  return refuse({ code: 'resource_missing', details: { param: 'id' } });
}

function conflict(state: MandateState, allowedFrom: string[], requested: string): MandateDecision {
  const message = statusSentence('mandate', state.status, requested, allowedFrom);
  return refuse({ code: 'state_conflict', details: { message, current_status: state.status, allowed_from: allowedFrom } });
}

function pauseNotSupported(method: string): MandateDecision {
  const message = `A mandate on ${method} cannot be paused or resumed by the merchant: its rail has no such step.`;
  return refuse({ code: 'parameter_invalid', details: { message, param: 'id', reason: 'pause_not_supported' } });
}
