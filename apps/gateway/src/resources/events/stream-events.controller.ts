import { Readable } from 'node:stream';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_FILTERS, EVENT_FILTERS_MAX, EVENT_TYPES, shardOfId } from '#contracts';
import { Answers } from '../../docs/answers.decorator';
import { RequireScope, callerOf } from '../../http/access';
import { invalidRequest } from '../../http/invalid-request';
import { couldOwn } from '../../http/resources';
import { readEventTypes } from '../../lists/list-filters';
import { QueryReader } from '../../lists/query-reader';
import type { QueryParameters } from '../../lists/query-reader';
import { refuseUnknown } from '../../lists/unknown-parameters';
import { ServiceQueries } from '../../queries/service-queries';
import { POSITION_DIGITS_MAX } from './event-list';
import { EventStreams } from './event-streams';

/** As the API document writes it, and as it is read. */
const POSITION_PATTERN = `^[0-9]{1,${POSITION_DIGITS_MAX}}$`;
const POSITION = new RegExp(POSITION_PATTERN);
/** One message of the stream, field by field (WHATWG HTML, 9.2.6): what `text/event-stream` has in place of a body. */
const STREAM_MESSAGE = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: POSITION_PATTERN, description: 'The position: what `Last-Event-ID` sends back.' },
    event: { type: 'string', enum: [...EVENT_TYPES], description: 'The type of the event.' },
    data: { type: 'string', contentMediaType: 'application/json', description: 'The event, as GET /v1/events/{id} answers it.' },
  },
} as const;
const STREAM_TYPE = 'text/event-stream; charset=utf-8';
const PLACE = 'must be a position of the feed or the id of an event.';

/** GET /v1/events/stream: events as they happen, from a position on (WHATWG HTML 9.2). */
@ApiTags('Events')
@Controller('v1/events')
export class StreamEventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly queries: ServiceQueries,
  ) {}

  @Get('stream')
  @RequireScope('events:read')
  @ApiOperation({
    summary: 'Follow events as they happen',
    description:
      'Server-sent events: `id` is the position in the feed, `event` the type, `data` the event on one line. A comment comes every 15 seconds. The stream ends after a while: connect again with `Last-Event-ID`, as an EventSource does by itself.',
  })
  @ApiQuery({
    name: 'after',
    required: false,
    description:
      'Begin after this position (`id` of a message, `Feed-Position` of an answer) or after the event of this id. Left out: from now on.',
    schema: { type: 'string', minLength: 1, maxLength: 64, pattern: `^(?:[0-9]{1,${POSITION_DIGITS_MAX}}|evt_[0-9A-Za-z]{24})$` },
  })
  @ApiQuery({
    name: 'type',
    required: false,
    description: 'Only of these types: exact names and patterns such as `payment.*`; may be repeated.',
    schema: { type: 'array', maxItems: EVENT_FILTERS_MAX, items: { type: 'string', enum: [...EVENT_FILTERS] } },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The position of the last event that was seen; wins over `after`. Empty: none was seen.',
    schema: { type: 'string', pattern: `^[0-9]{0,${POSITION_DIGITS_MAX}}$` },
  })
  @Answers({ status: 200, description: 'The stream.', content: { 'text/event-stream': STREAM_MESSAGE } }, [
    'parameter_invalid',
    'parameter_unknown',
    'cursor_invalid',
  ])
  async streamEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { types, place } = readStreamRequest(request);
    if (place !== null && POSITION.test(place.at)) await this.refuseAhead(place, request);
    const stream = await this.streams.begin(request, { after: await this.positionOf(place?.at ?? null, request), types });
    // Proxies that would collect the stream before they pass it on leave this one alone. The connection ends with it: a
    // gateway that stops would wait for one that is kept alive.
    reply.headers({ 'content-type': STREAM_TYPE, 'x-accel-buffering': 'no', connection: 'close' });
    await reply.send(Readable.from(stream.chunks(), { objectMode: false, highWaterMark: 1 }));
  }

  /** @throws ApiError cursor_invalid of a position that the feed has not reached: the stream would be silent until then. */
  private async refuseAhead({ at, param }: StreamPlace, request: FastifyRequest): Promise<void> {
    const { headers } = await this.queries.get('webhooks', '/internal/events/tail', callerOf(request));
    const head = headers['feed-position'] ?? at;
    if (BigInt(at) <= BigInt(head)) return;
    throw invalidRequest([{ param, code: 'cursor_invalid', message: `is ahead of the feed, which has come to ${head}.` }]);
  }

  /** @throws ApiError cursor_invalid when the event is none of the caller's. */
  private async positionOf(place: string | null, request: FastifyRequest): Promise<string | null> {
    if (place === null || POSITION.test(place)) return place;
    const caller = callerOf(request);
    const answer = couldOwn(caller, 'event', place) ? await this.queries.find('webhooks', `/internal/events/${place}`, caller) : undefined;
    const position = answer?.headers['feed-position'];
    if (position === undefined)
      throw invalidRequest([{ param: 'after', code: 'cursor_invalid', message: 'must be an event of this account.' }]);
    return position;
  }
}

/** @throws ApiError every problem with the parameters at once. */
function readStreamRequest(request: FastifyRequest): { types: string | null; place: StreamPlace | null } {
  const reader = new QueryReader(request.query as QueryParameters);
  const requested = { types: readEventTypes(reader, 'type'), place: readPlace(request, reader) };
  const hint = refuseUnknown(reader);
  if (reader.problems.length > 0) throw invalidRequest(reader.problems, hint);
  return requested;
}

/** The place where a stream begins. */
interface StreamPlace {
  /** A position, or the id of an event. */
  at: string;
  param: 'after' | 'Last-Event-ID';
}

/** @returns null for the end of the feed. */
function readPlace({ headers }: FastifyRequest, reader: QueryReader): StreamPlace | null {
  const after = reader.one('after');
  // Judged even where the header wins: what is wrong is said.
  if (after !== null && !POSITION.test(after) && shardOfId('event', after) === undefined) reader.refuse('after', 'cursor_invalid', PLACE);
  const last = headers['last-event-id'];
  if (typeof last === 'string' && last !== '') {
    if (!POSITION.test(last)) reader.refuse('Last-Event-ID', 'cursor_invalid', 'must be a position of the feed.');
    return { at: last, param: 'Last-Event-ID' };
  }
  return after === null ? null : { at: after, param: 'after' };
}
