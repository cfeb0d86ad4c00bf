import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiParam, ApiQuery, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEADERS_BY_STATUS, OpenAnswers, STANDARD_HEADERS } from '../docs/answers.decorator';
import { htmlPage } from '../docs/html';
import { ErrorResponse } from '../docs/error-response';
import type { RouteAccess } from '../http/access';
import { ApiError } from '../http/api-error';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes the form of a page of ours as its body. */
    takesForm?: true;
  }
}

/** What a page may do: its own style, and forms that lead back here. No script, no other host, in nobody's frame. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const FORM_BYTES_MAX = 8_192;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const HTML = { 'text/html': { type: 'string' } };

/** A route of a hosted page: open to whoever has the client secret; takes forms besides. */
export function PageRoute(about: 'payment' | 'verification' = 'payment'): MethodDecorator {
  return applyDecorators(
    RouteConfig({ access: { kind: 'open' } satisfies RouteAccess, takesForm: true as const }),
    ApiTags('Hosted pages'),
    ApiParam({ name: 'id', description: `Id of the ${about}.`, schema: { type: 'string', maxLength: 64 } }),
    ApiQuery({ name: 'client_secret', required: false, description: `The \`client_secret\` of the ${about}.`, schema: { type: 'string' } }),
    OpenAnswers({ status: 200, description: 'A page for people.', content: HTML }, [
      'media_type_unsupported',
      'body_too_large',
      'service_unavailable',
    ]),
    ApiResponse({
      status: 429,
      description: 'Asked too often: a page that says so.',
      headers: { ...STANDARD_HEADERS, ...HEADERS_BY_STATUS[429] },
      content: { 'text/html': { schema: { type: 'string' } } },
    }),
    ApiResponse({
      status: 303,
      description: 'On to the next page.',
      headers: { ...STANDARD_HEADERS, Location: { schema: { type: 'string' } } },
    }),
    ApiResponse({
      status: 404,
      description: `No ${about} is opened by this client secret: a page that says so.`,
      headers: STANDARD_HEADERS,
      content: { 'text/html': { schema: { type: 'string' } } },
    }),
  );
}

/** A form of a hosted page: as `PageRoute`, and refused with the page again that says what is wrong with it. */
export function FormRoute(about?: 'payment' | 'verification'): MethodDecorator {
  return applyDecorators(
    PageRoute(about),
    ApiExtraModels(ErrorResponse),
    ApiResponse({
      status: 400,
      description:
        'The form says nothing that can be done now: the page again, with what is wrong. A body of JSON that cannot be read: an error.',
      headers: STANDARD_HEADERS,
      content: {
        'text/html': { schema: { type: 'string' } },
        'application/json': { schema: { $ref: getSchemaPath(ErrorResponse) } },
      },
    }),
  );
}

const FORM_NOT_TAKEN = {
  message: `Send the body as application/json: ${FORM_TYPE} is not taken.`,
  hint: 'curl sends a form unless it is told otherwise: add -H "Content-Type: application/json".',
};

/** Reads forms where a page expects one; any other route answers as to every type it does not take. */
export function installFormParser(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (request, body, done) => {
    if (request.routeOptions.config.takesForm) return done(null, Object.fromEntries(new URLSearchParams(body as string)));
    done(new ApiError('media_type_unsupported', FORM_NOT_TAKEN));
  });
}

/** A page, with the policy that goes with it. */
export function sendPage(reply: FastifyReply, page: string, status = 200): void {
  void reply.code(status).header('content-security-policy', PAGE_POLICY).header('content-type', 'text/html; charset=utf-8').send(page);
}

/** What people see who ask too often, or whose address does. */
const BUSY_PAGE = htmlPage(
  'Too many requests',
  '<main><h1>One moment, please</h1><p>This page was asked for too often. Wait a minute, then go back and try again.</p></main>',
);

/** An error that a person at a page is shown as a page. @returns whether it was. */
export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, status: number): boolean {
  if (status !== 429 || !request.routeOptions.config.takesForm) return false;
  sendPage(reply, BUSY_PAGE, status);
  return true;
}

/** After a form, on to the page that shows what came of it: reloading it sends nothing again. */
export function sendOn(reply: FastifyReply, path: string): void {
  void reply.code(303).header('location', path).send('');
}
