import { CANCELLATION_REASONS } from '#contracts';
import { deliveryResource } from './render-delivery';
import type { DeliveryRow } from './deliveries-reader';

const ROW: DeliveryRow = {
  delivery_id: 'whd_0TgWzRaB07xK2mNq5Yd8Vf3L',
  endpoint_id: 'we_0TgWzRaB07xK2mNq5Yd8Vf3L',
  livemode: false,
  feed_shard: 1,
  feed_position: '7',
  event_id: 'evt_0TgWzRaB07xK2mNq5Yd8Vf3L',
  event_type: 'payment.captured',
  resource_id: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L',
  sequence: 4,
  trigger: 'auto',
  replay_id: null,
  attempt_no: 1,
  last_code: 410,
  last_error: 'gone',
  state: 'exhausted',
  reason: 'gone',
  created_ms: '1795294484123',
  first_attempt_ms: '1795294484456',
  next_attempt_ms: null,
  ended_ms: '1795294484789',
};

describe('a delivery that has ended', () => {
  it.each([
    ['exhausted', 'gone'],
    ['exhausted', 'attempts'],
    ['expired', 'age'],
    ['expired', 'event_not_kept'],
  ])('as %s by %s has no cancelled_by', (state, reason) => {
    expect(deliveryResource({ ...ROW, state, reason })).toMatchObject({ status: state, cancellation_reason: null });
  });

  it.each(CANCELLATION_REASONS)('by %s says so', (reason) => {
    expect(deliveryResource({ ...ROW, state: 'cancelled', reason })).toMatchObject({ status: 'cancelled', cancellation_reason: reason });
  });
});
