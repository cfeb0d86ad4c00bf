import { API_VERSION, type PublicEvent } from '#contracts';

/** A public event as a service publishes it, unless a test says otherwise. */
export function capturedEvent(changes: Partial<PublicEvent> = {}): PublicEvent {
  return {
    id: 'evt_1',
    object: 'event',
    type: 'payment.captured',
    api_version: API_VERSION,
    created_at: 1_795_219_200,
    timestamp: '2026-11-21T00:00:00.000Z',
    livemode: true,
    account_id: 'acct_1',
    test_clock_id: null,
    resource: { type: 'payment', id: 'pay_1' },
    sequence: 1,
    data: { object: { id: 'pay_1' }, previous_attributes: null },
    request: null,
    correlation_id: 'c',
    causation_id: null,
    ...changes,
  };
}
