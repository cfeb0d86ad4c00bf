import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LeakReported, ReportLeakDto } from '#contracts';
import { OpenAnswers } from '../docs/answers.decorator';
import { Operation } from '../docs/route-docs';
import { OpenRoute } from '../http/access';
import { ApiError } from '../http/api-error';
import { JSON_TYPE } from '../http/response-headers';
import { BodyReader } from '../validation/body-reader';
import { readBody } from '../validation/read-body';
import { LeakReports } from './leak-reports';

const READER = new BodyReader(ReportLeakDto);
const ERRORS = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
  'json_invalid',
  'body_too_large',
  'media_type_unsupported',
  'service_unavailable',
] as const;
const ANSWER: LeakReported = { received: true };

/** What anybody may do who has found a key. */
@ApiTags('API keys')
@Controller('v1/api_keys/report_leak')
export class ReportLeakController {
  constructor(private readonly reports: LeakReports) {}

  /** POST /v1/api_keys/report_leak: the same answer for every text, so that it tells nothing about the key. */
  @Post()
  @OpenRoute()
  @ApiBody({ type: ReportLeakDto })
  @OpenAnswers(
    {
      status: 200,
      description: 'Received. A key, token or client secret of this text works nowhere any more within five seconds.',
      type: LeakReported,
    },
    ERRORS,
  )
  @Operation({
    summary: 'Report a key, token or client secret that was found where it should not be',
    description: 'Needs no key. Ten reports of one address a minute.',
  })
  async reportLeak(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.reports.admit(request.ip);
    const { key } = readBody(READER, request, reply);
    await this.reports.report(key.trim()).catch((error: unknown) => {
      throw new ApiError('service_unavailable', {}, { 'retry-after': '1' }, `leak report failed: ${String(error)}`);
    });
    await reply.code(200).header('content-type', JSON_TYPE).send(JSON.stringify(ANSWER));
  }
}
