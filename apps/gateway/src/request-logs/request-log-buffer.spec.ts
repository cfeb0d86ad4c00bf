import { isKept } from './kept-requests';
import type { LogRecord } from './log-record';
import { BATCH_MAX, RequestLogBuffer, WAITING_LENGTH_MAX, WAITING_MAX } from './request-log-buffer';

/** As far as the buffer looks at one. */
const record = (length = 2): LogRecord => ({ id: 'req_1', details: ' '.repeat(length) }) as LogRecord;

describe('requests that wait to be written', () => {
  it('are ten thousand at most, the batch included that is being written', () => {
    const buffer = new RequestLogBuffer();
    for (let count = 0; count < WAITING_MAX; count++) expect(buffer.add(record())).toBe(true);
    expect([buffer.add(record()), buffer.size]).toEqual([false, WAITING_MAX]);
    expect(buffer.nextBatch()).toHaveLength(BATCH_MAX);
    expect([buffer.add(record()), buffer.size]).toEqual([false, WAITING_MAX]);
    buffer.removeBatch();
    expect([buffer.add(record()), buffer.size]).toEqual([true, WAITING_MAX - BATCH_MAX + 1]);
  });

  it('hold a bounded length of bodies', () => {
    const buffer = new RequestLogBuffer();
    expect(buffer.add(record(WAITING_LENGTH_MAX))).toBe(true);
    expect(buffer.add(record(1))).toBe(false);
    buffer.nextBatch();
    expect(buffer.add(record(1))).toBe(true);
  });

  it('are the same batch until they are written', () => {
    const buffer = new RequestLogBuffer();
    expect(buffer.nextBatch()).toEqual([]);
    buffer.add(record());
    const batch = buffer.nextBatch();
    buffer.add(record());
    expect(buffer.nextBatch()).toBe(batch);
    buffer.removeBatch();
    expect(buffer.nextBatch()).toHaveLength(1);
  });
});

describe('what is kept of the requests of an account', () => {
  it.each([
    ['POST', 200, { livemode: true, rules: { requestLogDays: 7 } }, true],
    ['GET', 200, { livemode: true, rules: { requestLogDays: 7 } }, false],
    ['HEAD', 200, { livemode: true, rules: { requestLogDays: 7 } }, false],
    ['GET', 404, { livemode: true, rules: { requestLogDays: 7 } }, true],
    ['GET', 200, { livemode: false, rules: { requestLogDays: 7 } }, true],
    ['POST', 200, { livemode: false, rules: { requestLogDays: 0 } }, false],
    ['POST', 500, { livemode: true, rules: { requestLogDays: 0 } }, false],
  ])('%s answered with %i of %j: %s', (method, status, caller, isExpected) => {
    expect(isKept(method, status, caller)).toBe(isExpected);
  });
});
