import { ATTEMPT_ERRORS, type AttemptErrorCode } from '#contracts';
import { outcomeOfError, outcomeOfStatus } from './outcome';

const rowOf = ({ verdict, errorCode, countsForBreaker, countsForDisable }: ReturnType<typeof outcomeOfStatus>): unknown[] => [
  verdict,
  errorCode,
  countsForBreaker,
  countsForDisable,
];

describe('the outcome of an answer', () => {
  it.each([
    [
      [200, 201, 202, 204, 299],
      ['delivered', null, false, false],
    ],
    [
      [101, 300, 301, 302, 303, 304, 307, 308],
      ['failed', 'redirect_not_followed', false, true],
    ],
    [
      [400, 401, 403, 404, 405, 413, 415, 418, 422, 499],
      ['failed', 'http_4xx', false, true],
    ],
    [
      [408, 425],
      ['failed', 'http_4xx', true, true],
    ],
    [[410], ['gone', 'gone', false, false]],
    [[429], ['rate_limited', 'rate_limited', false, false]],
    [
      [500, 501, 502, 503, 504, 599],
      ['failed', 'http_5xx', true, true],
    ],
    [
      [0, 99, 199, 600, 999],
      ['failed', 'protocol_error', true, true],
    ],
  ])('%j is %j', (statuses, row) => {
    for (const status of statuses) expect([status, rowOf(outcomeOfStatus(status))]).toEqual([status, row]);
  });
});

describe('the outcome of no answer', () => {
  const charged: AttemptErrorCode[] = (Object.keys(ATTEMPT_ERRORS) as AttemptErrorCode[]).filter((code) =>
    /^(?:dns_|connect_|tls_|timeout|protocol_error)/.test(code),
  );

  it.each(charged)('%s is a failure of the receiver', (code) => {
    expect(rowOf(outcomeOfError(code))).toEqual(['failed', code, true, true]);
  });

  it('counts the guard and our own faults as no failure of the endpoint', () => {
    expect(rowOf(outcomeOfError('destination_blocked'))).toEqual(['blocked', 'destination_blocked', false, false]);
    expect(rowOf(outcomeOfError('internal'))).toEqual(['internal', 'internal', false, false]);
  });

  it('treats a switch of protocols as a redirect', () => {
    expect(rowOf(outcomeOfError('redirect_not_followed'))).toEqual(['failed', 'redirect_not_followed', false, true]);
  });
});
