import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenAnswers, STANDARD_HEADERS } from '../docs/answers.decorator';
import { OpenRoute } from '../http/access';
import { ALWAYS_ASK } from '../http/static-files';
import { PORTAL_ASSETS } from './portal-assets';
import { PORTAL_PAGE, PORTAL_POLICY } from './portal-page';

const text = { type: 'string' };

/** The portal of webhooks: a page that uses the public API with the key that is pasted into it. */
@ApiTags('Meta')
@Controller('portal')
export class PortalController {
  @Get()
  @OpenRoute()
  @ApiOperation({ summary: 'The webhook portal', operationId: 'getPortal' })
  @OpenAnswers({ status: 200, description: 'A page for people.', content: { 'text/html': text } })
  getPortal(@Res() reply: FastifyReply): void {
    const headers = { 'content-security-policy': PORTAL_POLICY, 'content-type': 'text/html; charset=utf-8', 'cache-control': ALWAYS_ASK };
    void reply.headers(headers).send(PORTAL_PAGE);
  }

  @Get('assets/:file')
  @OpenRoute()
  @ApiOperation({ summary: 'A file of the webhook portal', operationId: 'getPortalAsset' })
  @ApiParam({ name: 'file', schema: { type: 'string', enum: PORTAL_ASSETS.names } })
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'The `ETag` of the copy you have.', schema: text })
  @OpenAnswers({ status: 200, description: 'The file.', content: { 'text/css': text, 'text/javascript': text, 'image/svg+xml': text } }, [
    'resource_missing',
  ])
  @ApiResponse({ status: 304, description: 'Your copy is the present one.', headers: STANDARD_HEADERS })
  async getPortalAsset(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await PORTAL_ASSETS.send(file, request, reply);
  }
}
