import type { EventMessage } from '#contracts';
import { BODY_BYTES_MAX, MalformedEventError, feedEventOf } from './feed-event';

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'payment.captured',
  created_at: 1_795_219_200,
  timestamp: '2026-11-21T00:00:00.250Z',
  livemode: false,
  account_id: 'acct_1',
  resource: { type: 'payment', id: 'pay_1' },
  sequence: 4,
  data: { object: { id: 'pay_1', object: 'payment', description: 'café' }, previous_attributes: null },
  correlation_id: '01939f0e-7c1a-7000-8000-000000000004',
  causation_id: null,
};

function message(value: string): EventMessage {
  const cloudEvent = { id: 'evt_1', source: '/accounts/acct_1', type: 'payment.captured', subject: 'pay_1', time: EVENT.timestamp };
  return { key: 'pay_1', shard: 1, position: 1n, prev: 0n, cloudEvent, value };
}

const taken = (event: object) => feedEventOf(message(JSON.stringify(event)));

describe('what the feed keeps of a message', () => {
  it('is where it belongs, when it happened to the millisecond, and its bytes', () => {
    const value = JSON.stringify(EVENT);
    expect(feedEventOf(message(value))).toEqual({
      eventId: 'evt_1',
      accountId: 'acct_1',
      livemode: false,
      type: 'payment.captured',
      resourceType: 'payment',
      resourceId: 'pay_1',
      sequence: 4,
      correlationId: EVENT.correlation_id,
      occurredAtMs: Date.parse(EVENT.timestamp),
      testClockId: null,
      body: value,
    });
  });

  it('names the object of an event that is too large, and keeps the rest', () => {
    // Two bytes for each character: the number of characters alone does not tell.
    const description = 'é'.repeat(BODY_BYTES_MAX / 2);
    const body = taken({
      ...EVENT,
      data: { object: { ...EVENT.data.object, description }, previous_attributes: { description: null } },
    }).body;
    expect(JSON.parse(body)).toEqual({
      ...EVENT,
      data: { object: { id: 'pay_1', object: 'payment', truncated: true }, previous_attributes: null },
    });
  });

  it('keeps an event just below the limit whole', () => {
    const capacity = BODY_BYTES_MAX - Buffer.byteLength(JSON.stringify(EVENT));
    const event = { ...EVENT, type: EVENT.type + 'x'.repeat(capacity) };
    expect(taken(event).body).toBe(JSON.stringify(event));
  });

  it.each([
    ['not JSON', '{"id":'],
    ['no account', JSON.stringify({ ...EVENT, account_id: undefined })],
    ['no mode', JSON.stringify({ ...EVENT, livemode: 'false' })],
    ['no resource', JSON.stringify({ ...EVENT, resource: null })],
    ['no time', JSON.stringify({ ...EVENT, timestamp: 'yesterday' })],
    ['no operation', JSON.stringify({ ...EVENT, correlation_id: 'c' })],
    ['no sequence', JSON.stringify({ ...EVENT, sequence: null })],
    ['a control character in an id', JSON.stringify({ ...EVENT, id: 'evt_1\u001fevt_2' })],
    ['a clock that is no text', JSON.stringify({ ...EVENT, test_clock_id: 7 })],
  ])('is nothing when the message is no public event: %s', (_what, value) => {
    expect(() => feedEventOf(message(value))).toThrow(MalformedEventError);
  });
});
