import { financialYearOf, type IstDate } from '#contracts';
import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import {
  decide,
  evolve,
  INITIAL_INVOICE_SERIES,
  INVOICE_SERIES_COMMAND_TYPES,
  type InvoiceSeriesCommand,
  type InvoiceSeriesEvent,
  type InvoiceSeriesState,
} from './decide';
import { keptUntilMs, type RetentionRules } from './retention';

/** The task of destroying the key of a series, when what is sealed under it has been kept long enough. */
export const DESTROY_SERIES_KEY_TASK = 'invoice_series.destroy_key';

/**
 * The stream of the numbers of an account and mode that begin with a prefix, in the financial year of a date. Each test clock has a
 * series of its own: what it does takes no number from the documents beside it.
 */
export function seriesIdOf(owner: Owner, prefix: string, date: IstDate, clockId?: string): string {
  const series = `${prefix}/${financialYearOf(date)}`;
  return derivedIdOf('invoiceSeries', owner, clockId === undefined ? series : `${series} ${clockId}`);
}

/**
 * A series as the event store runs it. Nothing of it is public. Its end is a task and no timer: a key is destroyed in real time, that
 * of a test clock's series too.
 */
export function defineInvoiceSeries({ rules }: { rules: RetentionRules }): AggregateDefinition<InvoiceSeriesState, InvoiceSeriesEvent> {
  return {
    streamType: 'invoice_series',
    idKind: 'invoiceSeries',
    stateSchema: 1,
    initialState: INITIAL_INVOICE_SERIES,
    commandTypes: INVOICE_SERIES_COMMAND_TYPES,
    eventTypes: eventDefinitionsOf({
      'invoice_series.taken': null,
      'invoice_series.key_kept': null,
      'invoice_series.key_destroyed': null,
    }),
    decide: (command, state) => decide(command as InvoiceSeriesCommand, state),
    evolve,
    statusOf: () => 'open',
    taskOf({ head, state: { key } }) {
      if (key === undefined || key.isDestroyed) return null;
      return { name: DESTROY_SERIES_KEY_TASK, dueAtMs: keptUntilMs(key.yearEndsAtMs, rules), key: head.streamId };
    },
    render: ({ state }) => state,
  };
}
