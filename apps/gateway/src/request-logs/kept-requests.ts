import type { Caller } from '../auth/authenticator';
import type { SealedValue } from './shown-fields/shown-body';

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
