import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LeakReported } from '#contracts';
import { OpenAnswers } from '../../docs/answers.decorator';
import { OpenRawRoute } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { JSON_TYPE } from '../../http/response-headers';
import { RequestLimits } from '../../limits/request-limits';
import { GithubReports } from './github-reports';

const ANSWER: LeakReported = { received: true };

/** POST /secret_scanning/github: where GitHub reports keys that it found. There while SECRET_SCANNING says so. */
@ApiTags('API keys')
@Controller('secret_scanning/github')
export class GithubReportsController {
  constructor(
    private readonly reports: GithubReports,
    private readonly limits: RequestLimits,
  ) {}

  @Post()
  @HttpCode(200)
  @OpenRawRoute()
  @ApiOperation({
    summary: 'Receive a report of leaked keys from GitHub',
    description: 'For GitHub, not for merchants. The raw body is signed in the way of its secret scanning partner program.',
  })
  @ApiBody({ required: true, schema: { type: 'array', description: 'What GitHub documents.', items: { type: 'object' } } })
  @OpenAnswers({ status: 200, description: 'Taken, whatever was in it.', type: LeakReported }, [
    ...(['webhook_signature_invalid', 'json_invalid', 'body_too_large', 'media_type_unsupported', 'service_unavailable'] as const),
  ])
  async receiveReport(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.limits.admitWebhook(request);
    const { headers, body } = request;
    try {
      await this.reports.take({ headers, rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0) });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'webhook_signature_invalid') this.limits.countRefusedWebhook(request);
      throw error;
    }
    await reply.header('content-type', JSON_TYPE).send(JSON.stringify(ANSWER));
  }
}
