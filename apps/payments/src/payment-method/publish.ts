import type { PaymentMethodEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { PaymentMethodEvent, PaymentMethodState } from './decide';
import { paymentMethodResource } from './render';

/** Stored type → what merchants see it as: all of it. */
export const PAYMENT_METHOD_PUBLIC_NAME: Readonly<Record<PaymentMethodEvent['type'], PaymentMethodEventType>> = {
  'payment_method.attached': 'payment_method.attached',
  'payment_method.updated': 'payment_method.updated',
  'payment_method.detached': 'payment_method.detached',
};

/** Every stored event is written in version 1 so far. */
export const PAYMENT_METHOD_EVENT_DEFINITIONS = eventDefinitionsOf(PAYMENT_METHOD_PUBLIC_NAME);

/** Stored event → public event with the whole instrument right after it. */
export const publishPaymentMethod: Publish<PaymentMethodState, PaymentMethodEvent> = resourcePublisher({
  resourceType: 'payment_method',
  names: PAYMENT_METHOD_PUBLIC_NAME,
  render: paymentMethodResource,
});
