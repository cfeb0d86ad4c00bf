import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MailList } from '#contracts';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { Mails } from './mails';

/** The mails of this Hundi, for operators: where there is no mail server, it is here that links are found. */
@Controller('dashboard/api/operator/mails')
export class MailboxController {
  constructor(private readonly mails: Mails) {}

  /** GET /dashboard/api/operator/mails */
  @Get()
  @PersonRoute({ needs: 'operator', summary: 'The latest mails', answer: MailList })
  async listMails(@Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, { data: await this.mails.latest() } satisfies MailList);
  }
}
