import type { CustomerEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { CustomerState } from './state';
import type { CustomerEvent, CustomerEventName } from './events';
import { customerResource } from './render';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const CUSTOMER_PUBLIC_NAME: Readonly<Record<CustomerEventName, CustomerEventType | null>> = {
  'customer.created': 'customer.created',
  'customer.updated': 'customer.updated',
  'customer.deleted': 'customer.deleted',
  'customer.kyc_recorded': 'customer.updated',
  'customer.kyc_noted': null,
  'customer.buyers_kept': null,
  'customer.belongings_ended': null,
  'customer.key_destroyed': null,
  'customer.payment_method_added': null,
  'customer.payment_method_removed': null,
  'customer.subscription_added': null,
  'customer.subscription_removed': null,
  'customer.invoice_opened': null,
  'customer.invoice_closed': null,
  'customer.balance_changed': 'customer.updated',
};

/** Every stored event is written in version 1 so far. */
export const CUSTOMER_EVENT_DEFINITIONS = eventDefinitionsOf(CUSTOMER_PUBLIC_NAME);

/** Stored event → public event with the whole customer right after it; null for an internal one. */
export const publishCustomer: Publish<CustomerState, CustomerEvent> = resourcePublisher({
  resourceType: 'customer',
  names: CUSTOMER_PUBLIC_NAME,
  render: customerResource,
});
