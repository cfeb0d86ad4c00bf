import type { DebitEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { DebitEvent } from './events';
import { debitResource } from './render';
import type { DebitState } from './state';

/** Stored type → what merchants see it as; null for what they do not see. */
export const DEBIT_PUBLIC_NAME: Readonly<Record<DebitEvent['type'], DebitEventType | null>> = {
  'debit.created': 'debit.created',
  'debit.notice_sent': null,
  'debit.notice_checked': null,
  'debit.notice_repeated': null,
  'debit.notified': 'debit.notified',
  'debit.notice_failed': 'debit.notice_failed',
  'debit.notice_expired': null,
  'debit.requires_action': 'debit.requires_action',
  'debit.updated': 'debit.updated',
  'debit.opted_out': 'debit.opted_out',
  'debit.attempted': null,
  'debit.processing': 'debit.processing',
  'debit.attempt_failed': 'debit.attempt_failed',
  'debit.succeeded': 'debit.succeeded',
  'debit.failed': 'debit.failed',
  'debit.cancelled': 'debit.cancelled',
};

/** Every stored event is written in version 1 so far. */
export const DEBIT_EVENT_DEFINITIONS = eventDefinitionsOf(DEBIT_PUBLIC_NAME);

/** Stored event → public event with the whole debit right after it. */
export const publishDebit: Publish<DebitState, DebitEvent> = resourcePublisher({
  resourceType: 'debit',
  names: DEBIT_PUBLIC_NAME,
  render: debitResource,
});
