import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '#contracts';
import type { PersonalData } from '#personal-data';
import type { Logger } from '#service';
import { maskEmbedded, shownTo } from '../personal-data/contact-mask';
import { renderError } from './error-body';
import type { PublicUrl } from './public-url';

export interface UnsealParts {
  personalData: PersonalData;
  publicUrl: PublicUrl;
  logger: Logger;
}

/**
 * Personal values are tokens everywhere behind the edge; here, in the answer to a caller who may read them, they are values again, and
 * contact data masked for who may only look.
 * One place for every route, so that none can forget it. An answer without tokens is looked at once and goes on at once.
 */
export function installUnsealing(fastify: FastifyInstance, parts: UnsealParts): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const accountId = request.caller?.accountId;
    if (typeof payload !== 'string' || accountId === undefined || isError(payload)) return done(null, payload);
    const show = shownTo(request.caller);
    const finish = (unsealed: string): string => (show === undefined ? unsealed : maskEmbedded(unsealed));
    const text = parts.personalData.unseal(payload, accountId, show);
    if (typeof text === 'string') return done(null, finish(text));
    text.then(
      (unsealed) => done(null, finish(unsealed)),
      (error: unknown) => done(null, answerWithout(parts, request, reply, error)),
    );
  });
}

/**
 * An error shows nothing that was sealed; what looks like a token in it is the caller's own text, echoed. Objects begin with
 * something else.
 */
function isError(payload: string): boolean {
  return payload.startsWith('{"error":');
}

/** The keys cannot be read. A read may come again; of a write nothing is undone, and its key will meet the stored answer. */
function answerWithout({ publicUrl, logger }: UnsealParts, request: FastifyRequest, reply: FastifyReply, error: unknown): string {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const code = isRead ? 'service_unavailable' : 'outcome_unknown';
  const details = isRead
    ? {}
    : { message: 'The request was carried out, but its answer cannot be shown now. Repeat it or GET the object.' };
  logger.warn({ requestId: request.id, detail: error instanceof Error ? error.message : String(error) }, 'response decryption failed');
  reply.code(ERRORS[code].status).header('retry-after', '1');
  return renderError(code, details, { requestId: request.id, publicUrl: publicUrl.toString() });
}
