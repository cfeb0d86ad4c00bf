import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore, type Snapshot } from '#event-store';
import { answerList, ListReader, ownerIn } from '#listing';
import type { VerificationState } from '../domain/verification/verification';
import { verificationResource } from '../render';
import { verificationsList } from '../views/verifications.list';

const JSON_TYPE = 'application/json; charset=utf-8';

/** `GET /internal/kyc_verifications` and `…/{id}` for the gateway, which has checked the key and normalized the query. */
@Controller('internal/kyc_verifications')
export class VerificationsQueryController {
  private readonly reader: ListReader<VerificationState>;

  constructor(@Inject(EventStore) private readonly store: EventStore) {
    this.reader = new ListReader(store, verificationsList);
  }

  @Get()
  async listVerifications(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const render = (snapshots: readonly Snapshot<VerificationState>[]) => snapshots.map(verificationResource);
    const { status, text } = await answerList({ reader: this.reader, request, render });
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }

  /** The row it reads is written in the commit of the command, so a GET after a POST never misses. */
  @Get(':id')
  async getVerification(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = ownerIn(request.headers);
    if (owner === undefined) return void (await reply.code(400).send({ code: 'parameter_missing' }));
    const { accountId, livemode } = owner;
    const snapshot = (await this.store.findStream(id, accountId, livemode)) as Snapshot<VerificationState> | null;
    if (snapshot !== null) {
      return void (await reply.header('content-type', JSON_TYPE).send(JSON.stringify(verificationResource(snapshot))));
    }
    const isThere = await this.store.existsInOtherMode(id, accountId, livemode);
    const there = livemode ? 'test' : 'live';
    const details = { param: 'id', hint: `The object exists in ${there} mode. Use a ${there} key.` };
    await reply.code(404).send({ code: 'resource_missing', ...(isThere && { details }) });
  }
}
