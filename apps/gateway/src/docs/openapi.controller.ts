import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenRoute } from '../http/access';
import { JSON_TYPE } from '../http/response-headers';
import { OpenAnswers } from './answers.decorator';
import { OpenApiDocument } from './openapi-document';

/** GET /v1/openapi.json, without a key: a contract nobody can read is none. */
@ApiTags('Meta')
@Controller('v1')
export class OpenApiController {
  constructor(private readonly document: OpenApiDocument) {}

  @Get('openapi.json')
  @OpenRoute()
  @ApiOperation({ summary: 'The contract, OpenAPI 3.1' })
  @OpenAnswers({ status: 200, description: 'This document.', content: { 'application/json': { type: 'object' } } })
  getOpenApi(@Res() reply: FastifyReply): void {
    void reply.header('content-type', JSON_TYPE).send(this.document.toString());
  }
}
