import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore, type Snapshot } from '#event-store';
import { answerList, ListReader, ObjectQueries } from '#listing';
import type { VerificationState } from '../verification/state';
import { verificationResource } from '../verification/render';
import { verificationsList } from '../verification/list';

/**
 * `GET /internal/kyc_verifications`, `…/{id}` and `…/{id}/events` for the gateway, which has checked the key and normalized the
 * query.
 */
@Controller('internal/kyc_verifications')
export class VerificationsQueryController {
  private readonly reader: ListReader<VerificationState>;
  private readonly objects: ObjectQueries;

  constructor(@Inject(EventStore) store: EventStore) {
    this.reader = new ListReader(store, verificationsList);
    this.objects = new ObjectQueries(store, null);
  }

  @Get()
  async listVerifications(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const render = (snapshots: readonly Snapshot<VerificationState>[]) => snapshots.map(verificationResource);
    await answerList({ reader: this.reader, request, reply, render });
  }

  @Get(':id')
  getVerification(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const providerRequest = { kind: 'kycVerification', id, render: verificationResource } as const;
    return this.objects.answer<VerificationState>(providerRequest, { request, reply });
  }

  @Get(':id/events')
  listEvents(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.objects.answerHistory({ kind: 'kycVerification', id }, { request, reply });
  }
}
