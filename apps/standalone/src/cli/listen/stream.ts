import { setTimeout as pause } from 'node:timers/promises';
import { refused, unreachable } from '../api';
import type { Connection } from '../connection';
import { readServerSentEvents } from './event-source';
import { CliError } from '../../cli-error';

const PAUSE_FIRST_MS = 500;
const PAUSE_MAX_MS = 10_000;
/** A stream without a sign of life for so long is dead, whatever TCP thinks: the server sends one every few seconds. */
const SILENCE_MAX_MS = 60_000;

/** An event of the feed as it came. */
export interface StreamedEvent {
  id: string;
  type: string;
  created_at: number;
  /** As it came, to the byte: what a receiver gets. */
  text: string;
}

/** The events of the account from now on, or from a position on, over every break. */
export class FeedStream {
  private retries = 0;

  /** @param position of the last event that was seen; undefined begins now. */
  constructor(
    private readonly connection: Connection,
    private position: string | undefined,
    private readonly onBreak: (message: string) => void,
  ) {}

  /**
   * Never ends by itself.
   *
   * @throws CliError when the first connection fails, or the API refuses what no repetition mends.
   */
  async *events(onOpen: () => void): AsyncGenerator<StreamedEvent> {
    for (;;) {
      const silence = new AbortController();
      const body = await this.open(silence);
      if (body !== undefined) {
        if (this.retries === 0) onOpen();
        else this.onBreak('Connected again.');
        this.retries = 0;
        yield* this.read(body, silence);
      }
      const waitMs = Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** this.retries++);
      if (this.retries === 1) this.onBreak('The stream broke off. Trying again…');
      await pause(waitMs);
    }
  }

  /** Undefined when it may work later. */
  private async open(silence: AbortController): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { baseUrl, apiKey } = this.connection;
    const after = this.position === undefined ? '' : `?after=${encodeURIComponent(this.position)}`;
    const path = `/v1/events/stream${after}`;
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' };
    try {
      const response = await fetch(baseUrl + path, { headers, signal: silence.signal });
      if (response.ok && response.body !== null) return response.body;
      const explanation = refused(`GET ${path}`, response.status, (await response.json().catch(() => ({}))) as Record<string, unknown>);
      if (response.status < 500 && response.status !== 429) throw explanation;
      if (this.retries === 0) throw explanation;
    } catch (error) {
      if (error instanceof CliError) throw error;
      if (this.retries === 0) throw unreachable(baseUrl, error);
    }
    return undefined;
  }

  /** Ends when the stream does. */
  private async *read(body: AsyncIterable<Uint8Array>, silence: AbortController): AsyncGenerator<StreamedEvent> {
    const alarm = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        alarm.refresh();
        yield chunk;
      }
    }
    try {
      for await (const { id, data } of readServerSentEvents(watched())) {
        if (data !== null) yield { ...(JSON.parse(data) as Omit<StreamedEvent, 'text'>), text: data };
        // Seen only when it was dealt with: after a break it would come again.
        this.position = id ?? this.position;
        alarm.refresh();
      }
    } catch {
      // the stream broke off: the same as its end
    } finally {
      clearTimeout(alarm);
    }
  }
}
