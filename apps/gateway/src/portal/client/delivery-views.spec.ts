import type { WebhookDeliveryResource } from '#contracts';
import { deliveryPage } from './delivery-views';

const CREATED_AT = 1_795_253_400;

it.each([
  ['pending', true],
  ['retrying', true],
  ['succeeded', false],
  ['cancelled', false],
] as const)('the page of a delivery that is %s offers to cancel it: %s', (status, isOffered) => {
  const times = { created_at: CREATED_AT, next_attempt_at: null, ended_at: null };
  const delivery = { id: 'whd_1', status, held: false, cancellation_reason: null, ...times } as WebhookDeliveryResource;
  const page = deliveryPage(delivery, { data: [], has_more: false, next_cursor: null }, { now: CREATED_AT });
  expect(page.text.includes('data-action="cancel-delivery"')).toBe(isOffered);
});
