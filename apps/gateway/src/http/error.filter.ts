import { Catch, HttpException, Inject, Injectable } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ErrorRow } from '#contracts';
import { LOGGER, type Logger } from '#service';
import { RefusedAccess } from '../accounts/audit-log/refused-access';
import { sendErrorPage } from './page-route';
import { ApiError, hungUp } from './api-error';
import { renderError } from './error-body';
import { InexactNumber, JsonRefused } from './json-refused';
import { namingTheMissing } from './missing-object';
import { noSuchRoute } from './no-such-route';
import { sanitizePath } from './sanitize-name';
import { PublicUrl } from './public-url';
import { JSON_TYPE } from './response-headers';
import { ServedRoutes } from './served-routes';
import { unavailable } from './unavailable';

/** Fastify's own refusals, by its code. */
const FASTIFY_ERRORS: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ApiError('media_type_unsupported'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new ApiError('json_invalid', { message: 'The body is not as long as Content-Length says.' }),
  FST_ERR_BAD_URL: () => new ApiError('parameter_invalid', { message: 'The URL is not well-formed.' }),
};

/**
 * The only place that writes an error. Whatever is thrown becomes one body from the one table; what is not a named
 * refusal is a fault of ours: the caller learns the request id, the log learns the rest.
 */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly routes: ServedRoutes,
    private readonly refusals: RefusedAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const context = host.switchToHttp();
    this.answer(exception, context.getRequest<FastifyRequest>(), context.getResponse<FastifyReply>());
  }

  /** Also called for errors that Fastify meets before Nest does. */
  answer(exception: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent) return;
    const error = this.name(exception, request);
    const { status, retryAfterS = 1 }: ErrorRow = ERRORS[error.code];
    if (status >= 500) this.log(error, exception, request);
    if (status === 403) this.refusals.note(error.code, request);
    for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
    if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfterS));
    if (sendErrorPage(request, reply, status)) return;
    const body = renderError(error.code, error.details, { requestId: request.id, publicUrl: this.publicUrl.toString() });
    reply.status(status).header('content-type', JSON_TYPE).send(body);
  }

  private name(exception: unknown, request: FastifyRequest): ApiError {
    if (exception instanceof ApiError) return namingTheMissing(exception, request);
    if (exception instanceof JsonRefused) return refusedJson(exception);
    const named = FASTIFY_ERRORS[fastifyCodeOf(exception)];
    if (named !== undefined) return named();
    if (isHangUp(exception, request)) return hungUp();
    if (exception instanceof HttpException && exception.getStatus() === 404) return noSuchRoute(request, this.routes);
    return unavailable(exception) ?? new ApiError('internal_error');
  }

  private log(error: ApiError, exception: unknown, request: FastifyRequest): void {
    const facts = { requestId: request.id, method: request.method, route: request.routeOptions.url ?? 'unknown', code: error.code };
    if (error.code === 'internal_error') this.logger.error({ ...facts, err: exception }, 'request failed on our side');
    else this.logger.warn({ ...facts, detail: error.message }, 'request failed: dependency unavailable');
  }
}

function refusedJson(exception: JsonRefused): ApiError {
  const param = exception.path.length === 0 ? undefined : sanitizePath(exception.path);
  if (exception instanceof InexactNumber && exception.isAmount) {
    const message = 'must be a JSON integer in the smallest currency unit: no string, no fraction.';
    return new ApiError('parameter_invalid', { message, param, reason: 'amount_not_integer' });
  }
  const hint =
    param === undefined ? {} : { hint: 'The rest of the body can be read: change what the message says of the place that param names.' };
  return new ApiError('json_invalid', { message: exception.message, param, ...hint });
}

/** A caller who goes away in the middle of its body is no fault of ours: else anybody could fill our log with errors. */
function isHangUp(exception: unknown, { raw }: FastifyRequest): boolean {
  return !raw.complete && fastifyCodeOf(exception) === 'ECONNRESET';
}

function fastifyCodeOf(exception: unknown): string {
  const cause: unknown = exception instanceof HttpException ? exception.cause : exception;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
}
