import { toSeconds, type SubscriptionResource } from '#contracts';
import type { ExistingSubscription, MandateOfSubscription } from './state';

/** Whether the customer still has to choose one of the methods that they are offered. */
export function isUnchosen({ terms, mandates }: ExistingSubscription): boolean {
  return terms.methods !== undefined && mandates === 0;
}

/** The mandate that waits for the customer; null for none. */
function mandateToApprove({ status, mandate: present, pendingUpdate }: ExistingSubscription): MandateOfSubscription | null {
  const mandate = pendingUpdate?.mandate ?? (status === 'created' ? present : null);
  return mandate?.status === 'requires_action' ? mandate : null;
}

/** How the customer agrees, and on which page. */
export function approvalOf(state: ExistingSubscription, page: string): Pick<SubscriptionResource, 'next_action' | 'short_url'> {
  const mandate = mandateToApprove(state);
  if (mandate !== null) {
    const { kind, url } = mandate.action ?? { kind: 'wait', url: null };
    const { expiresAtMs } = mandate;
    return { next_action: expiresAtMs === null ? null : { type: kind, url, expires_at: toSeconds(expiresAtMs) }, short_url: page };
  }
  const { status, terms, authorizeByMs } = state;
  if (status !== 'created' || terms.methods === undefined || authorizeByMs === null) return { next_action: null, short_url: null };
  return { next_action: { type: 'redirect_to_url', url: page, expires_at: toSeconds(authorizeByMs) }, short_url: page };
}
