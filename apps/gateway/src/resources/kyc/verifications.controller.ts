import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { VERIFICATION_DOCS } from './docs/verification-docs';
import { VERIFICATION_COMMANDS } from './verification-commands';
import { VERIFICATION_QUERIES } from './verification-queries';

/** Every route of verifications. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class VerificationsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/kyc/verifications: the number is handed over beside the bus and never kept in the clear. */
  @Post()
  @RequireScope('kyc:write', { countedAs: 'verifications' })
  @Command(VERIFICATION_COMMANDS.create, VERIFICATION_DOCS.create)
  createVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(VERIFICATION_COMMANDS.create, request, reply);
  }

  /** GET /v1/kyc/verifications (docs/how-to/list-and-page.md). */
  @Get()
  @RequireScope('kyc:read')
  @List(VERIFICATION_QUERIES.list, VERIFICATION_DOCS.list)
  listVerifications(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(VERIFICATION_QUERIES.list, request, reply);
  }

  /** GET /v1/kyc/verifications/{id}: always current, unless `as_of` asks for a moment of the past; and never across the bus. */
  @Get(':id')
  @RequireScope('kyc:read')
  @Show(VERIFICATION_QUERIES.get, VERIFICATION_DOCS.get)
  getVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(VERIFICATION_QUERIES.get, request, reply);
  }

  /** GET /v1/kyc/verifications/{id}/events: the whole history, of any age, with who caused it. Events are thin. */
  @Get(':id/events')
  @RequireScope('kyc:read')
  @List(VERIFICATION_QUERIES.listEvents, VERIFICATION_DOCS.listEvents)
  listVerificationEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(VERIFICATION_QUERIES.listEvents, request, reply);
  }

  /** POST /v1/kyc/verifications/{id}/submit: what `next_action` asks for. Secrets are handed over beside the bus. */
  @Post(':id/submit')
  @RequireScope('kyc:write')
  @Command(VERIFICATION_COMMANDS.submit, VERIFICATION_DOCS.submit)
  submitVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(VERIFICATION_COMMANDS.submit, request, reply);
  }

  /** POST /v1/kyc/verifications/{id}/resend: another OTP, at most one a minute; the tries stay counted. */
  @Post(':id/resend')
  @RequireScope('kyc:write')
  @Command(VERIFICATION_COMMANDS.resend, VERIFICATION_DOCS.resend)
  resendVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(VERIFICATION_COMMANDS.resend, request, reply);
  }

  /** POST /v1/kyc/verifications/{id}/cancel: while it is undecided. */
  @Post(':id/cancel')
  @RequireScope('kyc:write')
  @Command(VERIFICATION_COMMANDS.cancel, VERIFICATION_DOCS.cancel)
  cancelVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(VERIFICATION_COMMANDS.cancel, request, reply);
  }

  /** POST /v1/kyc/verifications/{id}/redact: what identifies the person goes, status and reason stay. Again changes nothing. */
  @Post(':id/redact')
  @RequireScope('kyc:write')
  @Command(VERIFICATION_COMMANDS.redact, VERIFICATION_DOCS.redact)
  redactVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(VERIFICATION_COMMANDS.redact, request, reply);
  }

  /**
   * POST /v1/kyc/verifications/{id}/withdraw_consent: as easy as giving it. An open verification ends, and what identifies the
   * person goes as by a redaction, unless the law has it kept. Again changes nothing.
   */
  @Post(':id/withdraw_consent')
  @RequireScope('kyc:write')
  @Command(VERIFICATION_COMMANDS.withdrawConsent, VERIFICATION_DOCS.withdrawConsent)
  withdrawConsent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(VERIFICATION_COMMANDS.withdrawConsent, request, reply);
  }
}
