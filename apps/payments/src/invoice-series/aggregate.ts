import { financialYearOf, type IstDate } from '#contracts';
import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import {
  decide,
  evolve,
  INITIAL_INVOICE_SERIES,
  type InvoiceSeriesCommand,
  type InvoiceSeriesEvent,
  type InvoiceSeriesState,
} from './decide';

/**
 * The stream of the numbers of an account and mode that begin with a prefix, in the financial year of a date. Each test clock has a
 * series of its own: what it does takes no number from the documents beside it.
 */
export function seriesIdOf(owner: Owner, prefix: string, date: IstDate, clockId?: string): string {
  const series = `${prefix}/${financialYearOf(date)}`;
  return derivedIdOf('invoiceSeries', owner, clockId === undefined ? series : `${series} ${clockId}`);
}

/** A series as the event store runs it. Nothing of it is public. */
export function defineInvoiceSeries(): AggregateDefinition<InvoiceSeriesState, InvoiceSeriesEvent> {
  return {
    streamType: 'invoice_series',
    idKind: 'invoiceSeries',
    stateSchema: 1,
    initialState: INITIAL_INVOICE_SERIES,
    commandTypes: ['invoice_series.take'],
    eventTypes: eventDefinitionsOf({ 'invoice_series.taken': null }),
    decide: (command, state) => decide(command as InvoiceSeriesCommand, state),
    evolve,
    statusOf: () => 'open',
    render: ({ state }) => state,
  };
}
