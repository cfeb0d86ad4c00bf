import type { CapturedRequest } from './captured-request';
import { isKept } from './captured-request';
import { RequestLogBuffer, WAITING_LENGTH_MAX, WAITING_MAX } from './request-log-buffer';

/** As far as the buffer looks at one. */
const captured = (length = 0): CapturedRequest =>
  ({ request: { headers: { 'content-length': String(length) } }, answer: null }) as unknown as CapturedRequest;

describe('requests that wait to be written', () => {
  it('are ten thousand at most, those included that were taken and are not written yet', () => {
    const buffer = new RequestLogBuffer();
    for (let count = 0; count < WAITING_MAX - 10; count++) expect(buffer.add(captured(), 10)).toBe(true);
    expect(buffer.add(captured(), 10)).toBe(false);
    expect(buffer.take()).toHaveLength(WAITING_MAX - 10);
    expect([buffer.size, buffer.add(captured(), 10)]).toEqual([0, true]);
  });

  it('hold a bounded length of bodies', () => {
    const buffer = new RequestLogBuffer();
    expect(buffer.add(captured(WAITING_LENGTH_MAX), 0)).toBe(true);
    expect(buffer.add(captured(1), 0)).toBe(false);
    buffer.take();
    expect(buffer.add(captured(1), 0)).toBe(true);
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
