import { checkEventFilter } from '#contracts';
import { SystemClock } from '#service';
import type { Connection } from '../connection';
import { Forwarder } from './forward';
import { SessionSecret } from './session-secret';
import { FeedStream, type StreamedEvent } from './stream';
import { TypingError } from '../typing-error';

/** What was said on the command line. */
export interface ListenOptions {
  forwardTo: string | undefined;
  /** Separated by commas. */
  events: string | undefined;
  secret: string | undefined;
  after: string | undefined;
}

/**
 * Shows the events of the account as they happen, until Ctrl-C, and brings them to a receiver.
 *
 * @throws CliError what was typed wrong, or why the events cannot be read.
 */
export async function listen(connection: Connection, options: ListenOptions): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
  const isWanted = wantedBy(filtersIn(options.events));
  const { forwardTo, after } = options;
  if (after !== undefined && !/^\d{1,19}$/.test(after)) throw new TypingError('--after has to be a position of the events feed: digits.');
  const forwarder = forwardTo === undefined ? undefined : openForwarder(forwardTo, options.secret);
  const stream = new FeedStream(connection, after, (message) => console.error(message));
  const onOpen = (): void => console.error(`Listening to the events of ${connection.baseUrl}, test mode. Ctrl-C ends this.`);
  for await (const event of stream.events(onOpen)) if (isWanted(event.type)) await show(event, forwarder);
}

function openForwarder(url: string, secretText: string | undefined): Forwarder {
  const secret = new SessionSecret(secretText);
  console.log(`Signing secret of this session: ${secret.text}`);
  return new Forwarder(url, secret, new SystemClock());
}

async function show({ id, type, created_at, text }: StreamedEvent, forwarder: Forwarder | undefined): Promise<void> {
  const line = `${new Date(created_at * 1000).toISOString()}  ${type}  ${id}`;
  if (forwarder === undefined) return console.log(line);
  const { outcome, tookMs } = await forwarder.forward(id, text);
  console.log(`${line}  -> ${outcome} (${tookMs} ms)`);
}

/** @throws TypingError for what no event can match: a misspelled type would wait for ever. */
function filtersIn(events = '*'): string[] {
  const filters = events.split(',').map((filter) => filter.trim());
  for (const filter of filters) {
    const problem = checkEventFilter(filter);
    if (problem === 'form')
      throw new TypingError(`--events takes names such as payment.captured, patterns such as payment.*, and *. This is none: "${filter}"`);
    if (problem === 'unknown') throw new TypingError(`There is no event that "${filter}" matches. GET /v1/event_types lists all types.`);
  }
  return filters;
}

/** The same rule as `enabled_events` of an endpoint, but that * shows everything. */
function wantedBy(filters: readonly string[]): (type: string) => boolean {
  const matches = (filter: string, type: string): boolean =>
    filter === '*' || (filter.endsWith('.*') ? type.startsWith(filter.slice(0, -1)) : filter === type);
  return (type) => filters.some((filter) => matches(filter, type));
}
