import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenRoute } from '../http/access';
import { JSON_TYPE } from '../http/response-headers';
import { OpenAnswers, STANDARD_HEADERS } from './answers.decorator';
import { OpenApiDocument } from './openapi-document';

const ANY_OBJECT = { 'application/json': { type: 'object' } };

/** The contract, without a key: one that has to be asked for is read too late. */
@ApiTags('Meta')
@Controller('v1')
export class OpenApiController {
  constructor(private readonly document: OpenApiDocument) {}

  @Get('openapi.json')
  @OpenRoute()
  @ApiOperation({ summary: 'The contract, OpenAPI 3.1' })
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'The `ETag` of the copy you have.', schema: { type: 'string' } })
  @OpenAnswers({ status: 200, description: 'This document.', content: ANY_OBJECT })
  @ApiResponse({ status: 304, description: 'Your copy is the present one.', headers: STANDARD_HEADERS })
  getOpenApi(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply): void {
    const { etag, ...bodies } = this.document.published();
    void reply.headers({ etag, vary: 'Accept-Encoding' });
    if (namesTag(headers['if-none-match'], etag)) return void reply.code(304).send();
    const coding = bestCoding(headers['accept-encoding']);
    if (coding !== 'plain') void reply.header('content-encoding', coding);
    void reply.header('content-type', JSON_TYPE).send(bodies[coding]);
  }

  @Get('openapi.strict.json')
  @OpenRoute()
  @ApiOperation({ summary: 'The contract of every route, with every check that a schema can say' })
  @OpenAnswers({ status: 200, description: 'For programs that try the API out.', content: ANY_OBJECT })
  getStrictOpenApi(@Res() reply: FastifyReply): void {
    void reply.header('content-type', JSON_TYPE).send(this.document.strict());
  }
}

/** Whether `If-None-Match` names the tag, alone or in a list, strong or weak (RFC 9110, 13.1.2). */
function namesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** The smallest form that the caller takes; a coding with `q=0` is not taken (RFC 9110, 12.5.3). */
function bestCoding(accepted: string | undefined): 'br' | 'gzip' | 'plain' {
  const codings = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase());
  const isTaken = (name: string): boolean =>
    codings.some((part) => part.split(';', 1)[0]?.trim() === name && !/;\s*q=0(\.0*)?$/.test(part));
  return (['br', 'gzip'] as const).find(isTaken) ?? 'plain';
}
