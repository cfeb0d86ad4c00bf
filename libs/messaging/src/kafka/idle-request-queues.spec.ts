import RequestQueue from 'kafkajs/src/network/requestQueue';
import { pauseIdleRequestQueues } from './idle-request-queues';

describe('the request queue of a kafkajs connection', () => {
  const { scheduleCheckPendingRequests, scheduleRequestTimeoutCheck } = RequestQueue.prototype;
  let queue: RequestQueue;
  let sent: number[];
  let rejected: number[];
  let isConnected: boolean;

  // A throttle is over at a time of the clock: one that goes on while a busy machine does not would end it before the first push.
  beforeEach(() => {
    jest.useFakeTimers();
    [sent, rejected, isConnected] = [[], [], true];
    queue = makeQueue();
  });
  afterEach(async () => {
    isConnected = false;
    await jest.advanceTimersByTimeAsync(500);
    queue.destroy();
    jest.useRealTimers();
    Object.assign(RequestQueue.prototype, { scheduleCheckPendingRequests, scheduleRequestTimeoutCheck });
  });

  const makeQueue = (maxInFlightRequests: number | null = null): RequestQueue =>
    new RequestQueue({
      maxInFlightRequests,
      requestTimeout: 1_000,
      enforceRequestTimeout: true,
      isConnected: () => isConnected,
      clientId: 'suite',
      broker: 'here:1',
      logger: { debug: () => undefined },
    });
  const push = (correlationId: number): void =>
    queue.push({
      entry: {
        ...{ correlationId, apiKey: 1, apiName: 'Fetch', apiVersion: 11, resolve: () => undefined },
        reject: () => void rejected.push(correlationId),
      },
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

  it('has a timer for overdue requests on each connection, which is why they share one here', () => {
    const [first, second] = [makeQueue(), makeQueue()];
    for (const one of [first, second]) one.scheduleRequestTimeoutCheck();
    expect(jest.getTimerCount()).toBe(2);
    for (const one of [first, second]) one.destroy();
  });

  it('gives up a request within half a second of its limit, on any connection, by one timer', async () => {
    pauseIdleRequestQueues();
    const others = [makeQueue(), makeQueue()];
    for (const one of [...others, queue]) one.scheduleRequestTimeoutCheck();
    push(1);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(rejected).toEqual([]);
    await jest.advanceTimersByTimeAsync(500);
    expect(rejected).toEqual([1]);
    expect(queue.inflight.size).toBe(0);
  });

  it('looks no more at connections that have closed, and again when one opens', async () => {
    pauseIdleRequestQueues();
    queue.scheduleRequestTimeoutCheck();
    push(1);
    isConnected = false;
    await jest.advanceTimersByTimeAsync(500);
    expect(jest.getTimerCount()).toBe(0);
    isConnected = true;
    queue.scheduleRequestTimeoutCheck();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(rejected).toEqual([1]);
  });
});
