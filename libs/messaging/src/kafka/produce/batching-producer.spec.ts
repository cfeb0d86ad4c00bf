import { eventually } from '#testing';
import { KAFKA_OPTIONS } from '../../contract/samples.contract';
import { BatchingProducer } from './batching-producer';
import { contextOf } from '../kafka-options';
import type { Outgoing } from './outgoing-queue';
import { ScriptedBroker } from './scripted-broker.contract';

function outgoing(value: string, acknowledged: string[] = [], failed: string[] = []): Outgoing {
  const onAcknowledged = () => void acknowledged.push(value);
  const onFailed = () => void failed.push(value);
  return { topic: 'payments.events', partition: 3, key: 'k', value, headers: {}, onAcknowledged, onFailed };
}

describe('the batching producer', () => {
  let broker: ScriptedBroker;
  let producer: BatchingProducer;
  const asked = (count: number) => eventually(() => expect(broker.requests).toHaveLength(count), { everyMs: 2 });

  beforeEach(async () => {
    broker = new ScriptedBroker();
    producer = new BatchingProducer(broker.makeClient, contextOf({ ...KAFKA_OPTIONS, limits: { maxQueued: 3, produceStalledMs: 50 } }));
    await producer.connect();
  });
  afterEach(() => producer.stop(10));

  it('makes everything queued while a request is in flight the next batch', async () => {
    const acknowledged: string[] = [];
    producer.enqueue(outgoing('a', acknowledged));
    await asked(1);
    for (const value of ['b', 'c', 'd']) producer.enqueue(outgoing(value, acknowledged));
    expect(broker.values).toEqual([['a']]);
    broker.requests[0]!.succeed();
    await asked(2);
    broker.requests[1]!.succeed();
    await eventually(() => expect(acknowledged).toEqual(['a', 'b', 'c', 'd']));
    expect(broker.values).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('waits for what is read in the same turns of the event loop: callers that ask at once share a request', async () => {
    producer.enqueue(outgoing('a'));
    setImmediate(() => producer.enqueue(outgoing('b')));
    await asked(1);
    expect(broker.values).toEqual([['a', 'b']]);
  });

  it('sends the very same batch again until it is acknowledged, and nothing before that', async () => {
    const acknowledged: string[] = [];
    producer.enqueue(outgoing('a', acknowledged));
    producer.enqueue(outgoing('b', acknowledged));
    await asked(1);
    producer.enqueue(outgoing('later', acknowledged));
    broker.requests[0]!.fail(new Error('connection lost'));
    await asked(2);
    broker.requests[1]!.fail(new Error('connection lost'));
    await asked(3);
    expect(broker.values).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(acknowledged).toEqual([]);
    broker.requests[2]!.succeed();
    await asked(4);
    expect(acknowledged).toEqual(['a', 'b']);
    expect(broker.values[3]).toEqual(['later']);
  });

  it('makes a new client after failures in a row: the old one may be stuck', async () => {
    producer.enqueue(outgoing('a'));
    for (let failure = 1; failure <= 5; failure++) {
      await asked(failure);
      broker.requests[failure - 1]!.fail(new Error('request timed out'));
    }
    await asked(6);
    expect(broker.clients).toHaveLength(2);
    expect(broker.values[5]).toEqual(['a']);
  });

  it('says that the broker is away after a failure, or when it does not answer, until it does', async () => {
    expect(producer.isAway).toBe(false);
    producer.enqueue(outgoing('a'));
    await asked(1);
    await eventually(() => expect(producer.isAway).toBe(true));
    broker.requests[0]!.succeed();
    await eventually(() => expect(producer.isAway).toBe(false));
  });

  it('finds out that the broker died although it has nothing to send, and when it is back', async () => {
    producer.checkConnection();
    expect(producer.isAway).toBe(false);
    await eventually(() => expect(broker.clients).toHaveLength(2));
    broker.isDead = true;
    producer.checkConnection();
    await eventually(() => expect(producer.isAway).toBe(true));
    broker.isDead = false;
    await eventually(() => expect(producer.isAway).toBe(false));
    producer.enqueue(outgoing('a'));
    await asked(1);
  });

  it('keeps its client while a request is in flight, also when another part lost the broker', async () => {
    producer.enqueue(outgoing('a'));
    await asked(1);
    producer.checkConnection();
    broker.requests[0]!.succeed();
    await eventually(() => expect(producer.isAway).toBe(false));
    expect(broker.clients).toHaveLength(1);
  });

  it('finds the message a broker refuses, so that the others of its batch get through', async () => {
    const [acknowledged, failed]: [string[], string[]] = [[], []];
    const refuse = () => Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' });
    for (const value of ['a', 'too large', 'b']) producer.enqueue(outgoing(value, acknowledged, failed));
    await asked(1);
    broker.requests[0]!.fail(refuse());
    await asked(2);
    broker.requests[1]!.succeed();
    await asked(3);
    broker.requests[2]!.fail(refuse());
    await asked(4);
    broker.requests[3]!.succeed();
    await eventually(() => expect({ acknowledged, failed }).toEqual({ acknowledged: ['a', 'b'], failed: ['too large'] }));
  });

  it('sends a batch again that arrived damaged', async () => {
    const [acknowledged, failed]: [string[], string[]] = [[], []];
    producer.enqueue(outgoing('a', acknowledged, failed));
    await asked(1);
    broker.requests[0]!.fail(Object.assign(new Error('damaged on the way'), { type: 'CORRUPT_MESSAGE' }));
    await asked(2);
    broker.requests[1]!.succeed();
    await eventually(() => expect({ acknowledged, failed }).toEqual({ acknowledged: ['a'], failed: [] }));
  });

  it('makes publishers wait beyond its bound', async () => {
    for (const value of ['a', 'b', 'c', 'd']) producer.enqueue(outgoing(value));
    expect(producer.hasCapacity).toBe(false);
    let mayGoOn = false;
    const capacity = producer.untilCapacity().then(() => (mayGoOn = true));
    await Promise.resolve();
    expect(mayGoOn).toBe(false);
    await asked(1);
    await capacity;
    expect(producer.hasCapacity).toBe(true);
  });

  it('fails what is not acknowledged when it is stopped', async () => {
    const failed: string[] = [];
    producer.enqueue(outgoing('in flight', [], failed));
    await asked(1);
    producer.enqueue(outgoing('queued', [], failed));
    await producer.stop(20);
    broker.requests[0]!.fail(new Error('connection lost'));
    await eventually(() => expect(failed.toSorted()).toEqual(['in flight', 'queued']));
  });
});
