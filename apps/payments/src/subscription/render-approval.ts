import { toSeconds, type SubscriptionResource } from '#contracts';
import { requestOf, type ExistingSubscription } from './state';

/** Whether the customer still has to choose one of the methods that they are offered. */
export function isUnchosen({ terms, mandates }: ExistingSubscription): boolean {
  return terms.methods !== undefined && mandates === 0;
}

type Approval = Pick<SubscriptionResource, 'next_action' | 'short_url'>;

/** How the customer agrees, and on which page. After a registration has run out, the page begins another one. */
export function approvalOf(state: ExistingSubscription, page: string): Approval {
  const mandate = requestOf(state);
  if (mandate?.status === 'requires_action') {
    const { kind, url } = mandate.action ?? { kind: 'wait', url: null };
    const { expiresAtMs } = mandate;
    return { next_action: expiresAtMs === null ? null : { type: kind, url, expires_at: toSeconds(expiresAtMs) }, short_url: page };
  }
  const isChosen = state.status === 'created' && state.terms.methods !== undefined;
  const untilMs = mandate?.status === 'expired' || isChosen ? askedUntilMs(state) : null;
  if (untilMs === null) return { next_action: null, short_url: null };
  return { next_action: { type: 'redirect_to_url', url: page, expires_at: toSeconds(untilMs) }, short_url: page };
}

/** By when the customer has to agree, ms since the epoch; null where nothing is asked of them. */
function askedUntilMs({ status, authorizeByMs, pendingUpdate }: ExistingSubscription): number | null {
  return status === 'created' ? authorizeByMs : (pendingUpdate?.expiresAtMs ?? null);
}
