import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeListQuery } from '#contracts';
import { ListError, ownerOrRefuse } from '#listing';
import { FeedTail, readTailQuery } from '../feed/feed-tail';
import { FeedReader, type FeedPage } from '../feed/feed-reader';
import { JSON_TYPE, missing, refuse } from './answer';

const STREAM_TYPE = 'text/event-stream; charset=utf-8';
/** Up to which position of the feed the answer tells. */
const POSITION_HEADER = 'feed-position';

/** `GET /internal/events`, `…/{id}` and `…/tail` for the gateway, which has checked the key and normalized the query. */
@Controller('internal/events')
export class EventsQueryController {
  constructor(
    @Inject(FeedReader) private readonly reader: FeedReader,
    @Inject(FeedTail) private readonly tail: FeedTail,
  ) {}

  @Get()
  async listEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    try {
      const page = await this.reader.page(decodeListQuery(request.url.split('?', 2)[1] ?? ''), owner);
      await reply.headers({ 'content-type': JSON_TYPE, [POSITION_HEADER]: page.head }).send(textOf(page));
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      await refuse(reply, { code: error.code, details: error.details });
    }
  }

  /** A part of the server-sent stream: what follows a position, as soon as there is something. */
  @Get('tail')
  async followEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const { text, position } = await this.tail.read(owner, readTailQuery(request.url.split('?', 2)[1] ?? ''));
    await reply.headers({ 'content-type': STREAM_TYPE, [POSITION_HEADER]: position.toString() }).send(text);
  }

  @Get(':id')
  async getEvent(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const found = await this.reader.find(id, owner);
    if (found !== null)
      return void (await reply.headers({ 'content-type': JSON_TYPE, [POSITION_HEADER]: found.position }).send(found.body));
    const isThere = (await this.reader.find(id, { ...owner, livemode: !owner.livemode })) !== null;
    await refuse(reply, missing(owner, isThere));
  }
}

/** The page around the events as they are: no event is read and written again. Their positions stand beside them. */
function textOf({ rows, hasMore, nextCursor, totalCount }: FeedPage): string {
  const total = totalCount === undefined ? '' : `,"total_count":${totalCount}`;
  const positions = JSON.stringify(rows.map(({ position }) => position));
  return `{"data":[${rows.map(({ body }) => body).join()}],"has_more":${hasMore},"next_cursor":${JSON.stringify(nextCursor)}${total},"positions":${positions}}`;
}
