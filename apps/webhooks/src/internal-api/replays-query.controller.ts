import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore, type Snapshot } from '#event-store';
import { answerList, ListReader, ownerOrRefuse } from '#listing';
import type { ReplayState } from '../replay/state';
import { replayResource } from '../replay/render';
import { replaysList } from '../replay/list';
import { answer, missing, refuse } from './answer';

/** `GET /internal/webhook_replays` and `…/{id}` for the gateway, which has checked the key and normalized the query. */
@Controller('internal/webhook_replays')
export class ReplaysQueryController {
  private readonly reader: ListReader<ReplayState>;

  constructor(@Inject(EventStore) private readonly store: EventStore) {
    this.reader = new ListReader(store, replaysList);
  }

  @Get()
  async listReplays(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answerList({ reader: this.reader, request, reply, render: (snapshots) => snapshots.map(replayResource) });
  }

  /** The row it reads is written in the commit of the command, so a GET after a POST never misses. */
  @Get(':id')
  async getReplay(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const { accountId, livemode } = owner;
    const snapshot = (await this.store.reads.findStream(id, accountId, livemode)) as Snapshot<ReplayState> | null;
    if (snapshot !== null) return answer(reply, replayResource(snapshot));
    await refuse(reply, missing(owner, await this.store.reads.existsInOtherMode(id, accountId, livemode)));
  }
}
