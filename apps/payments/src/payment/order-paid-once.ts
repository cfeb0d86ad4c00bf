import type { PaymentCommand, Refusal } from '#contracts';
import type { HandlingContext } from '#event-store';
import { referenceStreamIdOf } from '../reference/aggregate';
import { findPaidBy, INITIAL_REFERENCE, type ReferenceState } from '../reference/decide';
import type { PaymentState } from './state';

type Subject = Pick<PaymentCommand, 'streamId' | 'accountId' | 'livemode'>;
type ToKnow = Pick<HandlingContext, 'related' | 'clockId'>;

/** What was captured under a reference, as of this commit. */
export function referenceOf(subject: Subject, referenceId: string, { related, clockId }: ToKnow): ReferenceState {
  const reference = related(referenceStreamIdOf(subject, referenceId, clockId));
  return (reference?.state as ReferenceState | undefined) ?? INITIAL_REFERENCE;
}

/**
 * The captured payment of the same reference, where the account has each reference paid once (`settings.unique_reference_id`). An invoice
 * says itself what is left to pay of it: several payments may take it, each a part.
 */
export function findPaymentOfOrder(subject: Subject, { rules, referenceId, invoiceId }: PaidOnce, context: ToKnow): string | undefined {
  if (!rules?.uniqueReferenceId || typeof referenceId !== 'string' || invoiceId !== undefined) return undefined;
  return findPaidBy(referenceOf(subject, referenceId, context), subject.streamId);
}

type PaidOnce = { rules?: { uniqueReferenceId?: boolean }; referenceId?: string | null; invoiceId?: string };

/** Why nothing is paid, or moved to a reference, that is paid by another payment already; null where nothing speaks against it. */
export function paidOrderRefusal(command: PaymentCommand, state: PaymentState, context: ToKnow): Refusal | null {
  const order = orderOf(command, state);
  const existing_id = order === undefined ? undefined : findPaymentOfOrder(command, order, context);
  if (existing_id === undefined) return null;
  const message = 'Another payment of this reference_id is captured, and settings.unique_reference_id has each paid once.';
  return { code: 'resource_already_exists', details: { message, param: 'reference_id', existing_id } };
}

/** The order that a command is about to be paid for, or to be moved to. */
function orderOf(command: PaymentCommand, state: PaymentState): PaidOnce | undefined {
  if (command.type === 'payments.create') return state.status === 'none' ? command.payload : undefined;
  if (state.status === 'none') return undefined;
  const { terms } = state;
  switch (command.type) {
    case 'payments.confirm':
      return terms;
    case 'payments.capture':
      return state.status === 'authorized' ? terms : undefined;
    case 'payments.update': {
      const { referenceId } = command.payload;
      return referenceId === terms.referenceId ? undefined : { rules: terms.rules, referenceId };
    }
    default:
      return undefined;
  }
}
