import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/** The numbers of one prefix and financial year: one stream, in which all documents meet, so that none is missed or given twice. */
export interface InvoiceSeriesState {
  /** The last number that is taken; 0 for none. */
  last: number;
  /** Of the key under which buyers of its documents are kept whose customer is erased; absent: none is. */
  key?: SeriesKey;
}

/** The key is kept until so long after the year has ended. `yearEndsAtMs`: ms since the epoch. */
export interface SeriesKey {
  yearEndsAtMs: number;
  isDestroyed: boolean;
}

export type InvoiceSeriesEvent =
  | DomainEvent<'invoice_series.taken', { count: number; holderId: string }>
  /** The first buyer is sealed under the key of the series. */
  | DomainEvent<'invoice_series.key_kept', { yearEndsAtMs: number }>
  | DomainEvent<'invoice_series.key_destroyed', Record<string, never>>;

/** Sent by the document alone, in the commit in which it bears the number or its buyer is kept; the last one by a task. */
export type InvoiceSeriesCommand =
  | Command<'invoice_series.take', { count: number; holderId: string }>
  | Command<'invoice_series.keep_key', { yearEndsAtMs: number }>
  | Command<'invoice_series.record_key_destroyed', Record<string, never>>;

export const INVOICE_SERIES_COMMAND_TYPES = [
  'invoice_series.take',
  'invoice_series.keep_key',
  'invoice_series.record_key_destroyed',
] as const satisfies readonly InvoiceSeriesCommand['type'][];

export const INITIAL_INVOICE_SERIES: InvoiceSeriesState = { last: 0 };

/** Numbers are consecutive (CGST Rules, rule 46(b)); of the key is known once that it is there, and once that it is destroyed. */
export function decide(
  { type, payload }: CommandBody<InvoiceSeriesCommand>,
  { last, key }: InvoiceSeriesState,
): Decision<InvoiceSeriesEvent, Refusal> {
  switch (type) {
    case 'invoice_series.take':
      if (payload.count === last + 1) return accept([{ type: 'invoice_series.taken', data: payload }]);
      return refuse({ code: 'state_conflict', details: { message: 'Another document took this number.' } });
    case 'invoice_series.keep_key':
      return accept(key === undefined ? [{ type: 'invoice_series.key_kept', data: payload }] : []);
    case 'invoice_series.record_key_destroyed':
      return accept(key === undefined || key.isDestroyed ? [] : [{ type: 'invoice_series.key_destroyed', data: {} }]);
  }
}

/** The state after one more fact. */
export function evolve(state: InvoiceSeriesState, event: InvoiceSeriesEvent): InvoiceSeriesState {
  switch (event.type) {
    case 'invoice_series.taken':
      return { ...state, last: event.data.count };
    case 'invoice_series.key_kept':
      return { ...state, key: { ...event.data, isDestroyed: false } };
    case 'invoice_series.key_destroyed':
      return state.key === undefined ? state : { ...state, key: { ...state.key, isDestroyed: true } };
  }
}
