import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { goodResponse, HEADERS_BY_STATUS, STANDARD_HEADERS } from '../docs/answers.decorator';
import type { RouteAccess } from './access';
import { ApiError } from './api-error';
import { renderPageError } from './page-errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes the form of a page of ours as its body. */
    takesForm?: true;
  }
}

/** What a page may do: its own style, and forms that lead back here. No script, no other host, no frame. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const FORM_BYTES_MAX = 8_192;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const HTML = { 'text/html': { type: 'string' } };

/** What a hosted page is about. */
type PageObject = 'payment' | 'invoice' | 'mandate or subscription' | 'verification';

/** A route of a hosted page: open with the client secret; takes forms besides. */
export function PageRoute(about: PageObject = 'payment'): MethodDecorator {
  return applyDecorators(
    RouteConfig({ access: { kind: 'open' } satisfies RouteAccess, takesForm: true as const }),
    ApiTags('Hosted pages'),
    ApiParam({ name: 'id', description: `Id of the ${about}.`, schema: { type: 'string', maxLength: 64 } }),
    ApiQuery({ name: 'client_secret', required: false, description: `The \`client_secret\` of the ${about}.`, schema: { type: 'string' } }),
    goodResponse({ status: 200, description: 'A page for people.', content: HTML }, {}),
    ApiResponse({
      status: 303,
      description: 'On to the next page.',
      headers: { ...STANDARD_HEADERS, Location: { schema: { type: 'string' } } },
    }),
    ...Object.entries(errorsOf(about)).map(([status, description]) => errorPage(Number(status), description)),
  );
}

/** A form of a hosted page: as `PageRoute`, and refused with the page again that says what is wrong with it. */
export function FormRoute(about?: PageObject): MethodDecorator {
  const refused = 'The form says nothing that can be done now: the page again, with what is wrong. Or the body cannot be read.';
  return applyDecorators(PageRoute(about), errorPage(400, refused));
}

/** What stands in the way of a page, by status: always a page that says so. */
function errorsOf(about: string): Record<number, string> {
  return {
    404: `No ${about} is opened by this client secret.`,
    413: 'The body is too large.',
    415: 'The body is neither a form nor JSON.',
    429: 'Asked too often.',
    500: 'A fault of ours.',
    503: 'Not to be had now.',
  };
}

function errorPage(status: number, description: string): MethodDecorator {
  const content = { 'text/html': { schema: HTML['text/html'] } };
  return ApiResponse({ status, description, headers: { ...STANDARD_HEADERS, ...HEADERS_BY_STATUS[status] }, content });
}

const FORM_NOT_TAKEN = {
  message: `Send the body as application/json: ${FORM_TYPE} is not taken.`,
  hint: 'curl sends a form unless it is told otherwise: add -H "Content-Type: application/json".',
};

/** Reads forms where a page expects one; any other route answers as to every type it does not take. */
export function installFormParser(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (request, body, done) => {
    if (request.routeOptions.config.takesForm) return done(null, Object.fromEntries(new URLSearchParams(body as string)));
    // The type that curl and PHP send with an empty body, which is no body.
    if (body === '') return done(null, undefined);
    done(new ApiError('media_type_unsupported', FORM_NOT_TAKEN));
  });
}

/** A page, with the policy that goes with it. */
export function sendPage(reply: FastifyReply, page: string, status = 200): void {
  void reply.code(status).header('content-security-policy', PAGE_POLICY).header('content-type', 'text/html; charset=utf-8').send(page);
}

/** An error that a person at a page is shown as a page. @returns whether it was. */
export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, status: number): boolean {
  if (!request.routeOptions.config.takesForm) return false;
  sendPage(reply, renderPageError(status, request.id), status);
  return true;
}

/** After a form, on to the page that shows what came of it: reloading it sends nothing again. */
export function sendOn(reply: FastifyReply, path: string): void {
  void reply.code(303).header('location', path).send('');
}
