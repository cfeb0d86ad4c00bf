import type { PaymentResource, PaymentStatus } from '#contracts';
import { loadEventCatalog } from '#event-catalog';

const catalog = loadEventCatalog();

/** A payment as the service renders it, for tests in which no service stands behind the gateway: that of the documented example. */
export function paymentOf(id: string, status: PaymentStatus): PaymentResource {
  const type = status === 'failed' ? 'payment.failed' : 'payment.created';
  return { ...(catalog.get(type)?.example.data.object as PaymentResource), id, status };
}
