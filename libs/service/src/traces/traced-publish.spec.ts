import type { EventMessage, PublicEvent } from '#contracts';
import { FixedClock } from '#testing';
import { capturedEvent } from '../../test/captured-event';
import { tracedPublish } from './traced-publish';
import type { EventSpan } from './tracing';

const NOW_MS = 1_795_219_200_000;
const EVENT = capturedEvent({
  data: { object: { id: 'pay_1', description: 'a canary' }, previous_attributes: { description: 'a canary' } },
  request: { id: 'req_1', idempotency_key: 'a canary' },
  correlation_id: 'cmd_1',
});
const MESSAGE = { key: 'pay_1', shard: 1, position: 1n, prev: 0n, value: '{}', event: EVENT } as EventMessage;

describe('publishing that is traced', () => {
  const reported: EventSpan[] = [];
  const clock = new FixedClock(NOW_MS);
  const parts = { tracing: { record: (span: EventSpan) => void reported.push(span) }, topic: 'payments.events', system: 'kafka', clock };
  beforeEach(() => (reported.length = 0));

  it('begins the trace of each event, with nothing of its content', async () => {
    const publish = jest.fn(() => Promise.resolve());
    await tracedPublish(publish, parts)([MESSAGE]);
    expect(publish).toHaveBeenCalledWith([MESSAGE]);
    expect(reported).toEqual([
      {
        eventId: 'evt_1',
        step: 'published',
        name: 'publish payments.events',
        kind: 'producer',
        startedAtMs: NOW_MS,
        endedAtMs: NOW_MS,
        attributes: {
          'messaging.system': 'kafka',
          'messaging.destination.name': 'payments.events',
          'messaging.operation.name': 'publish',
          'messaging.operation.type': 'send',
          'messaging.message.id': 'evt_1',
          'hundi.event.type': 'payment.captured',
          'hundi.resource.type': 'payment',
          'hundi.account.id': 'acct_1',
          'hundi.livemode': true,
          'hundi.correlation_id': 'cmd_1',
        },
      },
    ]);
  });

  it('tells nothing of what could not be published, and fails as before', async () => {
    const publish = tracedPublish(() => Promise.reject(new Error('the broker is away')), parts);
    await expect(publish([MESSAGE])).rejects.toThrow('the broker is away');
    expect(reported).toEqual([]);
  });

  it('does not fail for an event that cannot be rendered: it is published, and must not be again', async () => {
    const broken: EventMessage = {
      ...MESSAGE,
      get event(): PublicEvent {
        throw new Error('a bug of a publisher');
      },
    };
    await tracedPublish(() => Promise.resolve(), parts)([broken, MESSAGE]);
    expect(reported).toHaveLength(1);
  });
});
