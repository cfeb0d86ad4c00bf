import RequestQueue from 'kafkajs/src/network/requestQueue';
import { pauseIdleRequestQueues } from './idle-request-queues';

describe('the request queue of a kafkajs connection', () => {
  const original = RequestQueue.prototype.scheduleCheckPendingRequests;
  let queue: RequestQueue;
  let sent: number[];

  // A throttle is over at a time of the clock: one that goes on while a busy machine does not would end it before the first push.
  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    queue = makeQueue();
  });
  afterEach(() => {
    queue.destroy();
    jest.useRealTimers();
    RequestQueue.prototype.scheduleCheckPendingRequests = original;
  });

  const makeQueue = (maxInFlightRequests: number | null = null): RequestQueue =>
    new RequestQueue({
      maxInFlightRequests,
      requestTimeout: 1_000,
      clientId: 'suite',
      broker: 'here:1',
      logger: { debug: () => undefined },
    });
  const push = (correlationId: number): void =>
    queue.push({
      entry: { correlationId, apiKey: 1, apiName: 'Fetch', apiVersion: 11, resolve: () => undefined },
      expectResponse: true,
      sendRequest: () => void sent.push(correlationId),
    });

  it('looks again and again whether anything waits, which is why this file exists', () => {
    queue.checkPendingRequests();
    expect(queue.throttleCheckTimeoutId).not.toBeNull();
  });

  it('rests while nothing waits', () => {
    pauseIdleRequestQueues();
    queue.checkPendingRequests();
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('sends what a throttle held back once that is over, and rests again', async () => {
    pauseIdleRequestQueues();
    queue.maybeThrottle(30);
    push(1);
    push(2);
    await jest.advanceTimersByTimeAsync(29);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(10);
    expect(sent).toEqual([1, 2]);
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('looks again while a throttle and a bound hold requests back', async () => {
    pauseIdleRequestQueues();
    queue = makeQueue(1);
    queue.maybeThrottle(30);
    push(1);
    push(2);
    await jest.advanceTimersByTimeAsync(40);
    expect(sent).toEqual([1]);
    expect(queue.throttleCheckTimeoutId).not.toBeNull();
    queue.fulfillRequest({ correlationId: 1, payload: Buffer.alloc(0), size: 0 });
    expect(sent).toEqual([1, 2]);
  });
});
