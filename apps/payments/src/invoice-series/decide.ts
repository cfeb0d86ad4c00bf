import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/** The numbers of one prefix and financial year: one stream, in which all documents meet, so that none is missed or given twice. */
export interface InvoiceSeriesState {
  /** The last number that is taken; 0 for none. */
  last: number;
}

export type InvoiceSeriesEvent = DomainEvent<'invoice_series.taken', { count: number; holderId: string }>;

/** Sent by the document alone, in the commit in which it bears the number. */
export type InvoiceSeriesCommand = Command<'invoice_series.take', { count: number; holderId: string }>;

export const INITIAL_INVOICE_SERIES: InvoiceSeriesState = { last: 0 };

/** Numbers are consecutive (CGST Rules, rule 46(b)). */
export function decide(
  { payload }: CommandBody<InvoiceSeriesCommand>,
  { last }: InvoiceSeriesState,
): Decision<InvoiceSeriesEvent, Refusal> {
  if (payload.count === last + 1) return accept([{ type: 'invoice_series.taken', data: payload }]);
  return refuse({ code: 'state_conflict', details: { message: 'Another document took this number.' } });
}

/** The state after one more fact. */
export function evolve(_state: InvoiceSeriesState, { data }: InvoiceSeriesEvent): InvoiceSeriesState {
  return { last: data.count };
}
