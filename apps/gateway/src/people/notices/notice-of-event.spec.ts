import { noticeOf } from './notice-of-event';

const KEY = {
  id: 'key_1',
  name: 'Backend',
  hint: 'sk_live_0Vbg…QmVp',
  expires_at: 1_893_456_000,
  revoked_reason: null,
  leak_reported_at: null,
};
const ENDPOINT = {
  id: 'we_1',
  url: 'https://shop.example.com/hook?token=hidden',
  description: 'Orders',
  failing_since_at: 1_893_456_000,
  disabled_reason: null,
};

describe('what developer contacts are written', () => {
  const notice = (type: string, object: object, before: object | null = null, livemode = true) =>
    noticeOf({ type, livemode, data: { object, previous_attributes: before } } as never);
  const ABOUT_KEY = ['Key: Backend (sk_live_0Vbg…QmVp, key_1)', 'It ends: 2030-01-01T00:00:00.000Z'];

  it.each([
    ['api_key.expiring', KEY, null, { kind: 'key_expiring', about: [...ABOUT_KEY, 'Mode: live'] }],
    ['api_key.revoked', { ...KEY, revoked_reason: 'leaked' }, {}, { kind: 'key_leaked', about: [...ABOUT_KEY, 'Mode: live'] }],
    [
      'api_key.updated',
      { ...KEY, leak_reported_at: 9 },
      { leak_reported_at: null },
      { kind: 'key_leak_reported', about: [...ABOUT_KEY, 'Mode: live'] },
    ],
    [
      'webhook_endpoint.failing',
      ENDPOINT,
      null,
      {
        kind: 'endpoint_failing',
        about: ['Endpoint: Orders (we_1)', 'No delivery has succeeded since: 2030-01-01T00:00:00.000Z', 'Mode: live'],
      },
    ],
    [
      'webhook_endpoint.disabled',
      { ...ENDPOINT, description: null, failing_since_at: null, disabled_reason: 'gone' },
      null,
      { kind: 'endpoint_disabled', about: ['Endpoint: we_1', 'Why it was disabled: gone', 'Mode: live'] },
    ],
  ])('of %s', (type, object, before, expected) => {
    expect(notice(type, object, before)).toEqual(expected);
  });

  it.each([
    ['api_key.revoked', { ...KEY, revoked_reason: 'requested' }, {}],
    ['api_key.updated', KEY, { name: 'Old' }],
    ['api_key.created', KEY, null],
    ['webhook_endpoint.recovered', ENDPOINT, null],
    ['payment.captured', {}, null],
  ])('nothing of %s', (type, object, before) => {
    expect(notice(type, object, before)).toBeNull();
  });

  it('names the mode, and not where deliveries go', () => {
    const { about = [] } = notice('webhook_endpoint.failing', ENDPOINT, null, false) ?? {};
    expect([about.at(-1), about.join().includes('hidden')]).toEqual(['Mode: test', false]);
  });
});
