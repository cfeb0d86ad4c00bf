import type {
  CreateRefundPayload,
  DomainEvent,
  RefundFailureCode,
  RefundSpeed,
  ResolutionNote,
  ResolveRefundPayload,
  UpdateRefundPayload,
} from '#contracts';
import type { RefundReferences } from './decide/refund-result';

/** What was asked for at creation. Money in minor units, times in ms since the epoch; absent means empty. */
export interface RefundTerms extends CreateRefundPayload {
  /** By when the payer usually has the money. */
  expectedByMs: number;
  /** When it goes to the processor; until then it can be cancelled. Absent: with the creation. */
  sendAtMs?: number;
}

/** When to ask the processor again, ms since the epoch. */
interface Asking {
  checkAtMs?: number;
}

type Event<TType extends string, TData> = DomainEvent<TType, TData>;

/** The facts of a refund's life (docs/reference/state-machines.md, Refund). */
export type RefundEvent =
  | Event<'refund.created', RefundTerms>
  /** Internal: from now on the processor may have it, so that it cannot be recalled. */
  | Event<'refund.sending', { atMs: number }>
  /** Internal: the processor took it on. */
  | Event<'refund.sent', { reference: string; atMs: number } & Asking>
  /** A number by which the bank finds it became known. */
  | Event<'refund.reference_added', { references: RefundReferences } & Asking>
  /** Internal: asked again, nothing new. */
  | Event<'refund.status_checked', Asking>
  | Event<'refund.processed', { reference: string | null; speed: RefundSpeed; references: RefundReferences; atMs: number } & Asking>
  | Event<'refund.failed', { failure: RefundFailureCode; reference: string | null; atMs: number }>
  | Event<'refund.cancelled', { atMs: number }>
  /** Internal: money is said to have left for a refund that was over without. The processor is asked. */
  | Event<'refund.outcome_contradicted', { atMs: number }>
  /** Internal: the processor says itself that no money left. */
  | Event<'refund.contradiction_resolved', { atMs: number }>
  /** Internal: an operator said how it ended; the end itself comes with it. */
  | Event<'refund.resolved', ResolutionNote & { as: ResolveRefundPayload['as']; atMs: number }>
  | Event<'refund.updated', { text: UpdateRefundPayload }>;

export type RefundEventName = RefundEvent['type'];
