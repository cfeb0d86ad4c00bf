import type { AccountFacts, CustomerSnapshot, MandateCommandPayloads, MandateRequestKind } from '#contracts';
import { TaskTakenError, type EventStore, type StreamHead, type Task, type TaskOutcome, type TaskRunner } from '#event-store';
import type { AppDeps } from '#service';
import type { CustomerState } from '../customer/state';
import { nextRequestOf, type DueMandateRequest } from '../mandate/decide/requests';
import { isOpen, type ExistingMandate, type MandateState } from '../mandate/state';
import type { ClearAccount, KnownMandate, MandateProcessor, MandateResult, RegisterMandateInput } from '../processors/mandate-processor';
import type { CallContext, PaymentProcessor } from '../processors/processor';
import { callContext } from './call-context';
import type { MoneyAlarm } from './money-alarm';

export interface MandateTaskParts {
  /** Undefined for a processor that is not configured any more. */
  findProcessor(name: string, livemode: boolean): PaymentProcessor | undefined;
  store: Pick<EventStore, 'reads'>;
  logger: Pick<AppDeps['logger'], 'warn' | 'error'>;
  alarm: Pick<MoneyAlarm, 'checkFirst'>;
  personalData: Pick<AppDeps['personalData'], 'unsealValue'>;
  /** Of one call, milliseconds; at most 25 s (docs/reference/api-conventions.md, Time-outs). */
  timeoutMs: number;
}

/**
 * Asks the processor of a mandate what is due (mandate/decide/requests.ts), outside any transaction. A repetition carries the same key
 * and our own id of the mandate, so that a crash at any point and an answer that never came are both made good by asking again.
 */
export function mandateTask(parts: MandateTaskParts): TaskRunner<MandateState> {
  return async (task, signal): Promise<TaskOutcome> => {
    const { state } = task.snapshot;
    const due = nextRequestOf(state);
    if (due === null || state.status === 'none') throw new Error('a question was due, and then it was not');
    const { report, outcome } = await new MandateCall(parts, task, signal).ask(due, state);
    const { processor, takesFirst, terms } = state;
    const askedAmount = takesFirst ? terms.firstAmount : undefined;
    if (askedAmount !== undefined) parts.alarm.checkFirst(report, { mandateId: task.snapshot.head.streamId, processor, askedAmount });
    if (signal.aborted && outcome === 'unknown') throw new TaskTakenError('it was aborted', { cause: signal.reason });
    const answers = { kind: due.kind, outcome, dueAtMs: due.dueAtMs };
    const payload: MandateCommandPayloads['mandates.record_report'] = report === undefined ? { answers } : { answers, report };
    return { type: 'mandates.record_report', payload };
  };
}

const UNKNOWN: MandateResult = { outcome: 'unknown' };

/** One call to the processor of a mandate. */
class MandateCall {
  private readonly head: StreamHead;

  constructor(
    private readonly parts: MandateTaskParts,
    private readonly task: Task<MandateState>,
    private readonly signal: AbortSignal,
  ) {
    this.head = task.snapshot.head;
  }

  /** Never throws for what the outside does. @throws TaskTakenError; PersonalDataUnavailableError. */
  async ask({ kind }: DueMandateRequest, state: ExistingMandate): Promise<MandateResult> {
    const { streamId: mandateId, livemode } = this.head;
    const { processor: name } = state;
    const { mandates } = this.parts.findProcessor(name, livemode) ?? {};
    if (mandates === undefined) {
      this.parts.logger.error({ mandateId, processor: name, request: kind }, 'processor of a mandate no longer configured, retrying');
      return UNKNOWN;
    }
    const ctx = callContext(this.parts, this.task, this.signal);
    const call =
      kind === 'register'
        ? this.registering(mandates, await this.registrationOf(state), ctx)
        : () => act(mandates, kind, knownMandate(mandateId, state), ctx);
    try {
      return await call();
    } catch (error) {
      if (error instanceof TaskTakenError) throw error;
      this.parts.logger.error({ mandateId, processor: name, error: String(error) }, 'processor adapter threw: bug in the adapter');
      return UNKNOWN;
    }
  }

  /** What tells repetitions apart may be nothing: one process at a time looks for the registration and begins it. */
  private registering(mandates: MandateProcessor, input: RegisterMandateInput, ctx: CallContext): () => Promise<MandateResult> {
    return () => this.task.guard.alone(() => mandates.register(input, ctx));
  }

  private async registrationOf(state: ExistingMandate): Promise<RegisterMandateInput> {
    const { streamId: mandateId } = this.head;
    const { instrument } = state.terms;
    const payer = await this.payerOf(state.terms.customerId);
    const account = instrument.method === 'enach' && instrument.account !== null ? await this.clear(instrument.account) : undefined;
    const expiresAtMs = isOpen(state) ? state.expiresAtMs : 0;
    return { ...knownMandate(mandateId, state), payer, expiresAtMs, ...(account && { account }) };
  }

  /** The customer as they are now, in the clear for the processor and for nothing else. */
  private async payerOf(customerId: string): Promise<CustomerSnapshot> {
    const { accountId, livemode } = this.head;
    const found = await this.parts.store.reads.findStream<CustomerState>(customerId, accountId, livemode);
    const payer: CustomerSnapshot = {};
    if (found?.state.status !== 'active') return payer;
    for (const name of ['name', 'email', 'phone'] as const) {
      const value = await this.unseal(found.state.profile[name]);
      if (value !== null) payer[name] = value;
    }
    return payer;
  }

  private async clear({ number, holderName, ...rest }: AccountFacts): Promise<ClearAccount> {
    return { ...rest, number: await this.unseal(number), holderName: await this.unseal(holderName) };
  }

  private async unseal(token: unknown): Promise<string | null> {
    const value = token ? await this.parts.personalData.unsealValue(token, this.head.accountId) : null;
    return typeof value === 'string' ? value : null;
  }
}

/** What the port gets about a mandate. */
export function knownMandate(mandateId: string, { terms, references, takesFirst, firstPayment }: ExistingMandate): KnownMandate {
  const { firstAmount } = terms;
  if (takesFirst === undefined || firstAmount === undefined) return { mandateId, terms, references };
  return { mandateId, terms, references, first: { amount: firstAmount, isKept: firstPayment !== undefined } };
}

/** A processor that cannot do it has nothing to do. */
const NOTHING_TO_DO: MandateResult = { outcome: 'done' };

type Act = (processor: MandateProcessor, mandate: KnownMandate, ctx: CallContext) => Promise<MandateResult> | undefined;

const ACTS: Readonly<Record<Exclude<MandateRequestKind, 'register'>, Act>> = {
  fetch: (processor, mandate, ctx) => processor.fetch(mandate, ctx),
  revoke: (processor, mandate, ctx) => processor.revoke(mandate, ctx),
  pause: (processor, mandate, ctx) => processor.pause?.(mandate, ctx),
  resume: (processor, mandate, ctx) => processor.resume?.(mandate, ctx),
  return_verification: (processor, mandate, ctx) => processor.returnVerification?.(mandate, ctx),
};

async function act(processor: MandateProcessor, kind: keyof typeof ACTS, mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
  return (await ACTS[kind](processor, mandate, ctx)) ?? NOTHING_TO_DO;
}
