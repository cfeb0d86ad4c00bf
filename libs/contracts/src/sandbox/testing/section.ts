import type { SandboxPaymentState, SandboxPlan } from '../payment-plan';

/** What comes after the first answer, by itself. */
export interface TestingStep {
  after_seconds: number;
  status: string;
  reason: string | null;
}

/** One line of the page: what is sent, and what becomes of it. */
export interface TestingRow {
  /** All of them do the same. */
  values: readonly string[];
  /** The status in the first answer; null where the request is refused, or where the value leads to no status of its own. */
  status: string | null;
  /** `last_error.reason` of a payment, `failure_code` of a refund, `verification_reason_code` of a verification. */
  reason: string | null;
  /** The code of NPCI, where one comes with it. */
  network_code: string | null;
  /** The parameter that the request is refused for with 400. */
  refused_param: string | null;
  then: readonly TestingStep[];
  note: string | null;
}

/** One table of the page. */
export interface TestingSection {
  /** Of the address, behind `#`. */
  id: string;
  title: string;
  /** Paragraphs; words in backquotes are code. */
  text: readonly string[];
  /** The parameter that takes the values; null for a section without a table. */
  param: string | null;
  rows: readonly TestingRow[];
}

const NOTHING = { status: null, reason: null, network_code: null, refused_param: null, then: [], note: null } as const;

/** A row with what is known of it. */
export function row(values: readonly string[], facts: Partial<Omit<TestingRow, 'values'>>): TestingRow {
  return { values, ...NOTHING, ...facts };
}

/** The row of a plan for payments. */
export function planRow(values: readonly string[], plan: SandboxPlan): TestingRow {
  const [first, ...later] = plan.steps;
  const facts = { reason: first.reason ?? null, network_code: first.networkCode ?? null };
  if (plan.refusedParam !== undefined) return row(values, { ...facts, refused_param: plan.refusedParam, note: 'no payment is made' });
  const then = later.map(({ afterMs, state, reason }) => ({ after_seconds: afterMs / 1000, status: state, reason: reason ?? null }));
  return row(values, { ...facts, status: first.state, then, note: usualNote(plan) });
}

function usualNote({ steps, payerAccountType, refunds }: SandboxPlan): string | null {
  if (payerAccountType !== undefined) return `paid from a ${payerAccountType.replace('_', ' ')}`;
  if (refunds !== undefined) return REFUND_NOTES[refunds];
  const isLate = steps.length > 1 && steps.at(-1)?.state === 'authorized';
  return isLate
    ? '`payment.late_authorized`: money after the end, captured at once unless `settings.late_authorization` says otherwise'
    : noteOfLast(steps.at(-1)?.state);
}

const REFUND_NOTES = {
  failed: 'every refund of it fails',
  instant_falls_back: 'an instant refund of it is made at normal speed',
} as const;

function noteOfLast(state: SandboxPaymentState | undefined): string | null {
  if (state === 'processing') return 'stays so until it is simulated; after three days `failed`';
  return state === 'requires_action' ? 'stays so until the customer acts; at `expires_at` `expired`' : null;
}

/** What becomes of a row, in one line; words in backquotes are code. */
export function resultOf({ status, reason, network_code: code, refused_param: param, then, note }: TestingRow): string {
  const first = param === null ? quoted(status) : `400, \`param\` \`${param}\``;
  const facts = [first, quoted(reason), code === null ? '' : `NPCI ${code}`].filter((text) => text !== '').join(', ');
  const later = then.map(
    (step) => `after ${step.after_seconds} s ${[quoted(step.status), quoted(step.reason)].filter(Boolean).join(', ')}`,
  );
  return [facts, ...later, note ?? ''].filter((text) => text !== '').join('; ');
}

function quoted(word: string | null): string {
  return word === null ? '' : `\`${word}\``;
}
