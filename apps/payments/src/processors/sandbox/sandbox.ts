import {
  BANK_CODES,
  findOutcomePlan,
  LAUNCH_CURRENCIES,
  OUTCOME_UNKNOWN,
  PAYMENT_METHODS,
  SANDBOX_BANK_CODES,
  UPI_FLOWS,
  VPA_ALIASES,
  type Refusal,
  type SandboxPlan,
} from '#contracts';
import type {
  AccountRef,
  CallContext,
  CreateInput,
  InstantProcessor,
  KnownPayment,
  KnownRefund,
  Minor,
  ProcessorBank,
  ProcessorCapabilities,
  ProcessorEvent,
  ProcessorPayment,
  ProcessorRefund,
  RefundInput,
  SimulatedRefund,
} from '../processor';
import { nextActionOf, type SandboxPayee } from './actions';
import type { InstantDebitRail } from '../../debit/decide/context';
import type { InstantRail } from '../../mandate/decide/context';
import { choosePlan, findPlan, outcomeWordOf } from './choice';
import { sandboxDebitRail } from './debits';
import { sandboxRail } from './mandates';
import { checkOtp } from './otp';
import { decodeReference, encodeReference, tailOf } from './references';
import { fetchRefundAt, refundAt, refundOutcomeRefusal, simulateRefundAt } from './refunds';
import { paymentAt } from './timeline';

/** The key of the plan of an instrument and an amount that are in no table. */
const NO_PLAN = 'n';
/** An unknown outcome: what a reference of an unknown plan means. */
const UNKNOWN: SandboxPlan = { steps: [{ afterMs: 0, state: 'processing' }] };

/**
 * The processor of test mode (docs/reference/testing.md): deterministic, without memory and without a network. The outcome follows
 * from `metadata.sandbox_outcome`, the instrument and the amount, in this order; delays count from the attempt. What has
 * to be remembered stands in the reference, so that the sandbox answers the same after any restart.
 */
export class SandboxProcessor implements InstantProcessor {
  readonly name = 'sandbox';

  /** Its rails of mandates and debits. */
  readonly rail: InstantRail & InstantDebitRail;

  constructor(private readonly payee: SandboxPayee) {
    this.rail = { ...sandboxRail(payee), ...sandboxDebitRail };
  }

  capabilities(): ProcessorCapabilities {
    return {
      methods: [...PAYMENT_METHODS],
      currencies: [...LAUNCH_CURRENCIES],
      upiFlows: [...UPI_FLOWS],
      manualCapture: true,
      partialCapture: true,
      partialRefund: true,
      instantRefund: true,
      mandates: { upi: { pause: true }, card: { pause: false }, enach: { pause: false } },
      simulate: true,
      rawCard: true,
      minAmount: { INR: 100 },
      idempotency: 'reference',
    };
  }

  listBanks(_account: AccountRef): Promise<ProcessorBank[]> {
    const codes = [...BANK_CODES, ...SANDBOX_BANK_CODES];
    return Promise.resolve(codes.map((code) => ({ code, corporate: code.endsWith('_C'), up: code !== 'SBXD' })));
  }

  validateVpa(vpa: string): Promise<{ exists: boolean; name?: string }> {
    const isUnknown = vpa === 'invalid@sandbox' || VPA_ALIASES[vpa] === 'invalid';
    return Promise.resolve(isUnknown ? { exists: false } : { exists: true, name: 'ASHA VERMA' });
  }

  create(input: CreateInput, { nowMs }: CallContext): Promise<ProcessorPayment> {
    return Promise.resolve(this.createNow(input, nowMs));
  }

  fetch(payment: KnownPayment, { nowMs }: CallContext): Promise<ProcessorPayment> {
    return Promise.resolve(this.fetchNow(payment, nowMs));
  }

  capture(payment: KnownPayment, amount: Minor, { nowMs }: CallContext): Promise<ProcessorPayment> {
    return Promise.resolve(this.captureNow(payment, amount, nowMs));
  }

  void(payment: KnownPayment, { nowMs }: CallContext): Promise<ProcessorPayment> {
    return Promise.resolve({ ...this.fetchNow(payment, nowMs), state: 'cancelled', rawStatus: 'cancelled', occurredAtMs: nowMs });
  }

  refund(input: RefundInput, { nowMs }: CallContext): Promise<ProcessorRefund> {
    return Promise.resolve(this.refundNow(input, nowMs));
  }

  fetchRefund(refund: KnownRefund, { nowMs }: CallContext): Promise<ProcessorRefund> {
    return Promise.resolve(this.fetchRefundNow(refund, nowMs));
  }

  /** The mock authentication page: an accepted password begins the plan that waited for the customer. */
  submitOtp(payment: KnownPayment, otp: string, wrongBefore: number, { nowMs }: CallContext): Promise<ProcessorPayment> {
    return Promise.resolve(this.submitOtpNow(payment, otp, wrongBefore, nowMs));
  }

  /** Act as payer, bank or network: `outcome` is a status or reason word of the tables. */
  simulate(payment: KnownPayment, outcome: string, { nowMs }: CallContext): Promise<ProcessorPayment> {
    const simulated = this.simulateNow(payment, outcome, nowMs);
    return simulated === undefined
      ? Promise.reject(new RangeError(`The sandbox knows no outcome "${outcome}".`))
      : Promise.resolve(simulated);
  }

  /** The sandbox sends no webhooks: what happens is asked for at the time it happens. */
  parseWebhook(): ProcessorEvent[] {
    return [];
  }

  createNow(input: CreateInput, nowMs: number): ProcessorPayment {
    const word = outcomeWordOf(input);
    if (word !== undefined && findOutcomePlan(word) === undefined) return refusedOutcome(input, nowMs);
    const plan = choosePlan(input, nowMs);
    const processorRef = encodeReference({ plan, startedAtMs: nowMs, tail: tailOf(input.paymentId, input.attempt) });
    const payment = this.fetchNow({ ...input, processorRef }, nowMs);
    return payment.state === 'requires_action' ? { ...payment, nextAction: nextActionOf(input, this.payee) } : payment;
  }

  fetchNow(payment: KnownPayment, nowMs: number): ProcessorPayment {
    const reference = decodeReference(payment.processorRef) ?? { plan: '', startedAtMs: nowMs, tail: '' };
    return paymentAt(payment, reference, findPlan(reference.plan) ?? UNKNOWN, nowMs);
  }

  captureNow(payment: KnownPayment, amount: Minor, nowMs: number): ProcessorPayment {
    const reference = decodeReference(payment.processorRef) ?? { plan: '', startedAtMs: nowMs, tail: '' };
    const plan: SandboxPlan = { ...(findPlan(reference.plan) ?? UNKNOWN), steps: [{ afterMs: 0, state: 'captured' }] };
    return paymentAt({ ...payment, amount, captureMethod: 'automatic' }, { ...reference, startedAtMs: nowMs }, plan, nowMs);
  }

  submitOtpNow(payment: KnownPayment, otp: string, wrongBefore: number, nowMs: number): ProcessorPayment {
    const verdict = checkOtp(otp, wrongBefore);
    if (verdict === 'accepted') return this.restart(payment, planAfterCustomer(payment), nowMs);
    if (verdict === 'otp_attempts_exceeded') return this.restart(payment, 'c0022', nowMs);
    const source = { source: 'customer', step: 'payment_authentication' } as const;
    const error = { class: 'declined', reason: verdict, ...source, payerMayRetry: true, outcomeKnown: true } as const;
    return { ...this.fetchNow(payment, nowMs), error };
  }

  /** `approve`: the customer did what was asked of them, and what the instrument or the amount says follows. */
  simulateNow(payment: KnownPayment, outcome: string, nowMs: number): ProcessorPayment | undefined {
    if (outcome === 'approve') return this.restart(payment, planAfterCustomer(payment), nowMs);
    return findOutcomePlan(outcome) === undefined ? undefined : this.restart(payment, `o${outcome}`, nowMs);
  }

  refundRefusal(input: RefundInput): Refusal | null {
    return refundOutcomeRefusal(input);
  }

  refundNow(input: RefundInput, nowMs: number): ProcessorRefund {
    return refundAt(input, nowMs);
  }

  fetchRefundNow({ processorRef }: KnownRefund, nowMs: number): ProcessorRefund {
    return fetchRefundAt(processorRef, nowMs);
  }

  simulateRefundNow(refund: KnownRefund, wanted: SimulatedRefund, nowMs: number): ProcessorRefund {
    return simulateRefundAt(refund, wanted, nowMs);
  }

  private restart(payment: KnownPayment, plan: string, nowMs: number): ProcessorPayment {
    const tail = decodeReference(payment.processorRef)?.tail ?? '0';
    return this.fetchNow({ ...payment, processorRef: encodeReference({ plan, startedAtMs: nowMs, tail }) }, nowMs);
  }
}

function refusedOutcome({ amount, currency }: CreateInput, nowMs: number): ProcessorPayment {
  return {
    processorRef: null,
    state: 'failed',
    amount,
    currency,
    refs: {},
    error: {
      class: 'invalid',
      reason: OUTCOME_UNKNOWN,
      source: 'business',
      step: 'payment_initiation',
      payerMayRetry: false,
      outcomeKnown: true,
      param: 'metadata.sandbox_outcome',
    },
    rawStatus: 'invalid',
    occurredAtMs: nowMs,
  };
}

function planAfterCustomer({ processorRef }: KnownPayment): string {
  const plan = decodeReference(processorRef)?.plan.replace(/^w/, '') ?? NO_PLAN;
  // What only waits for the customer has nothing to say about what comes after.
  return findPlan(plan)?.steps[0]?.state === 'requires_action' ? NO_PLAN : plan;
}
