import { refuse } from '#decider';
import type { CustomerDecision } from './context';

/** No customer is there, or is any more. */
export function missing(message?: string): CustomerDecision {
  return refuse({ code: 'resource_missing', details: { ...(message !== undefined && { message }), param: 'id' } });
}
