import { OutgoingQueue, PARTITION_BYTES_MAX, type Outgoing } from './outgoing-queue';

function outgoing(partition: number, value: string, topic = 'payments.events'): Outgoing {
  return { topic, partition, key: 'k', value, headers: {}, onAcknowledged: () => undefined, onFailed: () => undefined };
}

describe('the outgoing queue', () => {
  it('gives everything that waits in one batch, in order, several topics together', () => {
    const queue = new OutgoingQueue();
    const messages = [outgoing(1, 'a'), outgoing(2, 'b', 'payments.commands'), outgoing(1, 'c')];
    for (const message of messages) queue.add(message);
    expect(queue.takeBatch()).toEqual(messages);
    expect(queue.length).toBe(0);
  });

  it('ends a batch before a partition grows beyond what a broker takes, and loses nothing', () => {
    const queue = new OutgoingQueue();
    const third = 'x'.repeat(PARTITION_BYTES_MAX / 2 - 1_000);
    const messages = [outgoing(1, third), outgoing(1, third), outgoing(1, third), outgoing(2, 'small')];
    for (const message of messages) queue.add(message);
    expect(queue.takeBatch()).toEqual(messages.slice(0, 2));
    expect(queue.takeBatch()).toEqual(messages.slice(2));
  });

  it('sends a message that is larger than the bound alone, for the broker to decide', () => {
    const queue = new OutgoingQueue();
    const large = outgoing(1, 'x'.repeat(PARTITION_BYTES_MAX + 1));
    queue.add(large);
    queue.add(outgoing(1, 'small'));
    expect(queue.takeBatch()).toEqual([large]);
    expect(queue.length).toBe(1);
  });

  it('gives back what is not taken yet, and nothing else', () => {
    const queue = new OutgoingQueue();
    const [first, second] = [outgoing(1, 'a'), outgoing(1, 'b')];
    queue.add(first);
    expect(queue.takeBatch()).toEqual([first]);
    queue.add(second);
    expect(queue.cancel(first)).toBe(false);
    expect(queue.cancel(second)).toBe(true);
    expect(queue.cancel(second)).toBe(false);
    expect(queue.takeBatch()).toEqual([]);
    expect(queue.length).toBe(0);
  });
});
