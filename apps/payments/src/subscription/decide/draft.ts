import type { FollowUp } from '#decider';
import { accept } from '#decider';
import type { SubscriptionEvent } from '../events';
import { evolve } from '../evolve';
import type { ExistingSubscription, SubscriptionState } from '../state';
import type { SubscriptionDecision } from './context';

/** A decision as it grows: its events so far, the state that they lead to, and what is asked of others. */
export class Draft {
  readonly events: SubscriptionEvent[] = [];
  private readonly followUps: FollowUp[] = [];

  constructor(private now: SubscriptionState) {}

  /** As it is after the events so far. */
  get state(): ExistingSubscription {
    if (this.now.status === 'none') throw new Error('a subscription begins with subscription.created');
    return this.now;
  }

  add(event: SubscriptionEvent): void {
    this.events.push(event);
    this.now = evolve(this.now, event);
  }

  ask(...followUps: FollowUp[]): void {
    this.followUps.push(...followUps);
  }

  /** Whether something is asked of this stream. */
  isAsked(streamId: string): boolean {
    return this.followUps.some((followUp) => followUp.streamId === streamId);
  }

  /** Invoices that will be void. */
  get dropped(): string[] {
    return [...new Set(this.followUps.filter(({ type }) => type === 'invoices.drop').map(({ streamId }) => streamId))];
  }

  /** Whether an invoice is made. */
  get makesInvoice(): boolean {
    return this.invoiceIndex() >= 0;
  }

  /** Answered with the invoice that is made; null where there is none. */
  acceptInvoice(): SubscriptionDecision | null {
    const answeredBy = this.invoiceIndex();
    return answeredBy < 0 ? null : accept(this.events, 200, { followUps: this.followUps, answeredBy });
  }

  private invoiceIndex(): number {
    return this.followUps.findIndex(({ type }) => type === 'invoices.create');
  }

  accept(status = 200): SubscriptionDecision {
    return accept(this.events, status, { followUps: this.followUps });
  }
}
