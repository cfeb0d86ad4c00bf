import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenRoute } from '../http/access';
import { ApiError } from '../http/api-error';
import { OpenAnswers } from './answers.decorator';
import { ASSET_NAMES } from './assets';
import type { Asset } from './assets';
import { renderErrorPage } from './error-page';
import { JSON_TYPE } from '../http/response-headers';
import { htmlPage } from './html';
import { renderTestingPage, testingJson } from './testing-page';

/** Provider token of the files behind the pages. */
export const ASSETS = Symbol('assets');

/** What the pages may load: their own files, and the styles Swagger UI writes into its elements. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = 'text/html; charset=utf-8';
const HTML_CONTENT = { 'text/html': { type: 'string' } };
const DOCS_PAGE = htmlPage(
  'Hundi API',
  `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<div id="swagger-ui"><p>The contract: <a href="/v1/openapi.json">/v1/openapi.json</a>. Errors: <a href="/docs/errors">/docs/errors</a>. Test values: <a href="/docs/testing">/docs/testing</a>.</p></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>`,
);
const ERROR_PAGE = renderErrorPage();
const TESTING_PAGE = renderTestingPage();
const TESTING_JSON = testingJson();

function sendPage(reply: FastifyReply, page: string): void {
  void reply.header('content-security-policy', PAGE_POLICY).header('content-type', HTML).send(page);
}

/** The explanation of every error code, the test values, and the files behind the pages. Always served: errors point here. */
@ApiTags('Meta')
@Controller('docs')
export class ErrorPageController {
  constructor(@Inject(ASSETS) private readonly assets: ReadonlyMap<string, Asset>) {}

  @Get('errors')
  @OpenRoute()
  @ApiOperation({ summary: 'Every error code, explained' })
  @OpenAnswers({ status: 200, description: 'A page for people.', content: HTML_CONTENT })
  getErrorPage(@Res() reply: FastifyReply): void {
    sendPage(reply, ERROR_PAGE);
  }

  @Get('testing')
  @OpenRoute()
  @ApiOperation({ summary: 'Every test value of the sandbox, with what it does' })
  @OpenAnswers({ status: 200, description: 'A page for people.', content: HTML_CONTENT })
  getTestingPage(@Res() reply: FastifyReply): void {
    sendPage(reply, TESTING_PAGE);
  }

  @Get('testing.json')
  @OpenRoute()
  @ApiOperation({ summary: 'Every test value of the sandbox, for programs' })
  @OpenAnswers({ status: 200, description: 'The sections of `/docs/testing`.', content: { 'application/json': { type: 'object' } } })
  getTestingValues(@Res() reply: FastifyReply): void {
    void reply.header('content-type', JSON_TYPE).send(TESTING_JSON);
  }

  @Get('assets/:file')
  @OpenRoute()
  @ApiOperation({ summary: 'A file of the documentation pages' })
  @ApiParam({ name: 'file', schema: { type: 'string', enum: ASSET_NAMES } })
  @OpenAnswers(
    { status: 200, description: 'The file.', content: { 'text/css': { type: 'string' }, 'text/javascript': { type: 'string' } } },
    ['parameter_invalid', 'resource_missing'],
  )
  getAsset(@Param('file') file: string, @Res() reply: FastifyReply): void {
    const asset = this.assets.get(file);
    if (asset === undefined) throw new ApiError('resource_missing', { param: 'file' });
    void reply.header('cache-control', 'public, max-age=3600').header('content-type', asset.contentType).send(asset.content);
  }
}

/** The readable documentation; can be switched off. */
@ApiTags('Meta')
@Controller('docs')
export class DocsController {
  @Get()
  @OpenRoute()
  @ApiOperation({ summary: 'The documentation' })
  @OpenAnswers({ status: 200, description: 'A page for people.', content: HTML_CONTENT })
  getDocs(@Res() reply: FastifyReply): void {
    sendPage(reply, DOCS_PAGE);
  }
}
