import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, TAIL_QUERY, type ListQuery, type TailQuery } from '#contracts';
import { InternalQuery, Owner, RefusalError, type ListOwner } from '#listing';
import { FeedCatchUp } from '../feed/feed-catch-up';
import { FeedTail } from '../feed/feed-tail';
import { FeedReader, type FeedPage } from '../feed/feed-reader';
import { JSON_TYPE, missing } from './answer';

const STREAM_TYPE = 'text/event-stream; charset=utf-8';
/** Up to which position of the feed the answer tells. */
const POSITION_HEADER = 'feed-position';

/** `GET /internal/events`, `…/{id}` and `…/tail` for the gateway, which has checked the key and normalized the query. */
@Controller('internal/events')
export class EventsQueryController {
  constructor(
    private readonly reader: FeedReader,
    private readonly tail: FeedTail,
    private readonly catchUp: FeedCatchUp,
  ) {}

  @Get()
  async listEvents(@Owner() owner: ListOwner, @InternalQuery(LIST_QUERY) query: ListQuery, @Res() reply: FastifyReply): Promise<void> {
    if (query.minPosition !== null) await this.catchUp.reach(owner, BigInt(query.minPosition));
    const page = await this.reader.page(query, owner);
    await reply.headers({ 'content-type': JSON_TYPE, [POSITION_HEADER]: page.head }).send(textOf(page));
  }

  /** A part of the server-sent stream: what follows a position, as soon as there is something. */
  @Get('tail')
  async followEvents(@Owner() owner: ListOwner, @InternalQuery(TAIL_QUERY) query: TailQuery, @Res() reply: FastifyReply): Promise<void> {
    const { text, position } = await this.tail.read(owner, query);
    await reply.headers({ 'content-type': STREAM_TYPE, [POSITION_HEADER]: position.toString() }).send(text);
  }

  @Get(':id')
  async getEvent(@Param('id') id: string, @Owner() owner: ListOwner, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.reader.find(id, owner);
    if (found === null) {
      const { code, details } = missing(owner, (await this.reader.find(id, { ...owner, livemode: !owner.livemode })) !== null);
      throw new RefusalError(code, details);
    }
    await reply.headers({ 'content-type': JSON_TYPE, [POSITION_HEADER]: found.position }).send(found.body);
  }
}

/** The page around the events as they are: no event is read and written again. Their positions stand beside them. */
function textOf({ rows, hasMore, nextCursor, totalCount }: FeedPage): string {
  const total = totalCount === undefined ? '' : `,"total_count":${totalCount}`;
  const positions = JSON.stringify(rows.map(({ position }) => position));
  return `{"data":[${rows.map(({ body }) => body).join()}],"has_more":${hasMore},"next_cursor":${JSON.stringify(nextCursor)}${total},"positions":${positions}}`;
}
