import type { FastifyInstance } from 'fastify';
import { Agent, request } from 'undici';
import { appendQuery, cloudEventOf, isDigits, isShard, parseQuery } from '#contracts';
import type { EventEpoch, EventMessage, PublicEvent, QueryRules } from '#contracts';
import type { PublishedEnd, PublishedWindow } from '#event-store';
import { firstTokenOf } from './config/token-list';

/** What a service has published, read again by a consumer that lost some of it on the way. */
export interface PublishedEvents {
  /** Its name. */
  readonly service: string;
  /** The first public events of a window, oldest first, each naming the one before it; none when it holds no further one. */
  read(window: PublishedWindow): Promise<readonly EventMessage[]>;
  /** How far each shard is published; shards of which nothing is are left out. */
  ends(): Promise<ReadonlyMap<number, PublishedEnd>>;
}

const PATH = '/internal/published-events';
const ENDS_PATH = '/internal/published-ends';
const DEADLINE_MS = 5_000;
/** A page of events as large as events may be (200 of 256 KiB), escaped. */
const ANSWER_BYTES_MAX = 128 * 1024 * 1024;

/** Numbers above 2^53 are possible: as text. */
const WINDOW_QUERY: QueryRules<{ shard: number; after: string; before: string }> = { shard: isShard, after: isDigits, before: isDigits };

interface Answer {
  events: { position: string; value: string; epoch?: EpochAnswer | undefined }[];
}

/** Numbers above 2^53 are possible: as text. */
interface EpochAnswer {
  id: string;
  start: string;
  ofPrev: string;
}

interface EndsAnswer {
  service: string;
  ends: { shard: number; position: string; restored_to: string }[];
}

/** Answers the other services: `GET /internal/published-events` and `GET /internal/published-ends`. */
export function servePublishedEvents(fastify: FastifyInstance, published: PublishedEvents): void {
  fastify.get<{ Querystring: { query?: unknown } }>(PATH, async (request) => {
    const { shard, after, before } = parseQuery(request.query.query, WINDOW_QUERY);
    const messages = await published.read({ shard, after: BigInt(after), before: BigInt(before) });
    const answer: Answer = {
      events: messages.map(({ position, value, epoch }) => ({ position: String(position), value, epoch: epochAnswer(epoch) })),
    };
    return answer;
  });
  fastify.get(ENDS_PATH, async (): Promise<EndsAnswer> => {
    const ends = await published.ends();
    return { service: published.service, ends: [...ends].map(([shard, end]) => endAnswer(shard, end)) };
  });
}

export interface RemotePublishedEventsParts {
  /** Which service is meant to answer there. */
  service: string;
  /** Its internal address, asked for with every question; undefined while it is not known. */
  url: () => string | undefined;
  token: string;
  /** From the question to the last byte of the answer; five seconds when not given. */
  deadlineMs?: number;
}

/** What another process has published, over internal HTTP. */
export class RemotePublishedEvents implements PublishedEvents {
  private readonly agent = new Agent({ connections: 2, maxResponseSize: ANSWER_BYTES_MAX });

  constructor(private readonly parts: RemotePublishedEventsParts) {}

  get service(): string {
    return this.parts.service;
  }

  /** @throws Error when the address is not known, or no good answer has come by the deadline. */
  async read({ shard, after, before }: PublishedWindow): Promise<EventMessage[]> {
    const answer = await this.get<Answer>(appendQuery(PATH, { shard, after: String(after), before: String(before) }));
    return readAnswer(answer, { shard, after });
  }

  /** @throws Error as read(), or when another service answers: its events would be taken for those of this one. */
  async ends(): Promise<ReadonlyMap<number, PublishedEnd>> {
    const { service, ends } = await this.get<EndsAnswer>(ENDS_PATH);
    if (service !== this.service) throw new Error(`${service} answers where ${this.service} is expected`);
    return new Map(
      ends.map(({ shard, position, restored_to: restoredTo }) => [shard, { position: BigInt(position), restoredTo: BigInt(restoredTo) }]),
    );
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async get<TAnswer>(path: string): Promise<TAnswer> {
    const url = this.parts.url();
    if (url === undefined) throw new Error('where the service answers is not known');
    const { statusCode, body } = await request(`${url}${path}`, {
      dispatcher: this.agent,
      headers: { 'x-internal-token': firstTokenOf(this.parts.token) },
      signal: AbortSignal.timeout(this.parts.deadlineMs ?? DEADLINE_MS),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`published events were answered with ${statusCode}`);
    return JSON.parse(text) as TAnswer;
  }
}

function readAnswer({ events }: Answer, { shard, after }: Pick<PublishedWindow, 'shard' | 'after'>): EventMessage[] {
  let prev = after;
  return events.map(({ position, value, epoch }) => {
    const event = JSON.parse(value) as PublicEvent;
    const place = { shard, position: BigInt(position), prev, epoch: epoch && readEpoch(epoch) };
    prev = place.position;
    return { key: event.resource.id, ...place, cloudEvent: cloudEventOf(event), value, event };
  });
}

function endAnswer(shard: number, { position, restoredTo }: PublishedEnd): EndsAnswer['ends'][number] {
  return { shard, position: String(position), restored_to: String(restoredTo) };
}

function epochAnswer(epoch: EventEpoch | undefined): EpochAnswer | undefined {
  return epoch && { id: String(epoch.id), start: String(epoch.start), ofPrev: String(epoch.ofPrev) };
}

function readEpoch({ id, start, ofPrev }: EpochAnswer): EventEpoch {
  return { id: BigInt(id), start: BigInt(start), ofPrev: BigInt(ofPrev) };
}
