import type { MandateEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { MandateEvent } from './events';
import { mandateResource, type MandateRenderOptions } from './render';
import type { MandateState } from './state';

/** Stored type → what merchants see it as; null for what they do not see. */
export const MANDATE_PUBLIC_NAME: Readonly<Record<MandateEvent['type'], MandateEventType | null>> = {
  'mandate.created': 'mandate.created',
  'mandate.requires_action': 'mandate.requires_action',
  'mandate.checked': null,
  'mandate.call_answered': null,
  'mandate.late_approved': null,
  'mandate.activated': 'mandate.activated',
  'mandate.rejected': 'mandate.rejected',
  'mandate.updated': 'mandate.updated',
  'mandate.subscription_joined': null,
  'mandate.subscription_left': null,
  'mandate.debit_opened': null,
  'mandate.debit_queued': null,
  'mandate.debit_called': null,
  'mandate.debit_closed': null,
  'mandate.paused': 'mandate.paused',
  'mandate.resumed': 'mandate.resumed',
  'mandate.revoked': 'mandate.revoked',
  'mandate.expired': 'mandate.expired',
};

/** Every stored event is written in version 1 so far. */
export const MANDATE_EVENT_DEFINITIONS = eventDefinitionsOf(MANDATE_PUBLIC_NAME);

/** Stored event → public event with the whole mandate right after it. */
export function mandatePublisher(options: MandateRenderOptions): Publish<MandateState, MandateEvent> {
  return resourcePublisher({
    resourceType: 'mandate',
    names: MANDATE_PUBLIC_NAME,
    render: (snapshot) => mandateResource(snapshot, options),
  });
}
