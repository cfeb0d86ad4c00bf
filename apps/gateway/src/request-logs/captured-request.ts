import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/authenticator';
import type { SealedValue } from './shown-fields/shown-body';

/**
 * A request and its answer as they were when it ended, by reference: whatever can wait is done when it is written. Bodies are in it as
 * they came; it lives for a quarter of a second.
 */
export interface CapturedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
  /** Milliseconds since the epoch. */
  atMs: number;
  durationMs: number;
  status: number;
  /** The body of the answer with tokens for personal values; null for one without a body, or a page. */
  answer: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of the answer before personal values took the place of their tokens. */
    sealedAnswer: string | null;
    /** What was sealed of the body of the request. */
    sealedValues: SealedValue[] | null;
    /** The Idempotency-Key that was found to hold no secret. */
    usedKey: string | null;
  }
}

/** Whether a request is kept: all that change something or were refused, and in test mode all that read. */
export function isKept(method: string, status: number, { livemode, rules }: Pick<Caller, 'livemode' | 'rules'>): boolean {
  if (rules.requestLogDays === 0) return false;
  return !livemode || status >= 400 || (method !== 'GET' && method !== 'HEAD');
}
