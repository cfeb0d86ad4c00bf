import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MailList } from '#contracts';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { Mailbox } from './mailbox';

/** The mails of this Hundi, for operators: where there is no mail server, it is here that links are found. */
@Controller('dashboard/api/operator/mails')
export class MailboxController {
  constructor(private readonly mailbox: Mailbox) {}

  /** GET /dashboard/api/operator/mails */
  @Get()
  @PersonRoute({ needs: 'operator_step_up', summary: 'The latest mails', answer: MailList })
  async listMails(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, { data: await this.mailbox.read(request) } satisfies MailList);
  }
}
