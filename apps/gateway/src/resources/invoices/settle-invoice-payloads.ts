import {
  instantOf,
  type FieldProblem,
  type InvoiceCommandPayloads,
  type IssueCreditNoteDto,
  type IssueCreditNotePayload,
  type MarkInvoicePaidDto,
  type MarkPaidPayload,
  type ReverseOutsidePaymentDto,
} from '#contracts';
import type { WriteContext } from '../../commands/write-rules';
import { problem } from '../payments/validate-instrument';

/** The command payload of money that did not pass through Hundi. */
export function toMarkPaidPayload(dto: MarkInvoicePaidDto): MarkPaidPayload {
  const { amount, tds_amount: tdsAmount, payment_channel: channel, reference, paid_at: paidAt } = dto;
  const paidAtMs = instantOf(paidAt);
  return {
    tdsAmount: tdsAmount ?? 0,
    channel,
    ...(amount != null && { amount }),
    ...(reference && { reference }),
    ...(paidAtMs !== undefined && { paidAtMs }),
  };
}

/** A number that is none names no outside payment. */
export function toReversePayload(
  { reason }: ReverseOutsidePaymentDto,
  { params }: Pick<WriteContext, 'params'>,
): InvoiceCommandPayloads['invoices.reverse_outside_payment'] {
  const text = params['number'] ?? '';
  return { number: /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : 0, ...(reason && { reason }) };
}

/** The rules of `POST /v1/invoices/{id}/credit_notes` that span fields. */
export function validateCreditNote({ amount, lines }: IssueCreditNoteDto): FieldProblem[] {
  if (amount != null && lines != null) return [problem('lines', 'parameters_exclusive', 'does not go with amount; send one of the two.')];
  if (amount != null || lines != null) return [];
  return [problem('amount', 'parameter_missing', 'is required without lines.', 'required')];
}

export function toCreditNotePayload({ amount, lines, reason, refund }: IssueCreditNoteDto): IssueCreditNotePayload {
  return {
    ...(amount != null && { amount }),
    ...(lines != null && { lines: lines.map(({ id, amount: ofLine }) => ({ id, ...(ofLine != null && { amount: ofLine }) })) }),
    ...(reason && { reason }),
    refund: refund ?? 'none',
  };
}
