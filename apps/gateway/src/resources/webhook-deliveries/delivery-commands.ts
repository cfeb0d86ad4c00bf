import { writeRoute } from '../../commands/write-route';

/** The service answers at once: one short transaction. */
const TIMEOUT_MS = 5_000;

/** What each command on deliveries reads from its request, and what it sends to the service. */
export const DELIVERY_COMMANDS = {
  resend: writeRoute({
    resource: 'webhookDelivery',
    command: 'webhook_deliveries.resend',
    creates: false,
    payload: () => ({}),
    direct: { action: 'resend', timeoutMs: TIMEOUT_MS },
  }),
  cancel: writeRoute({
    resource: 'webhookDelivery',
    command: 'webhook_deliveries.cancel',
    creates: false,
    payload: () => ({}),
    direct: { action: 'cancel', timeoutMs: TIMEOUT_MS },
  }),
};
