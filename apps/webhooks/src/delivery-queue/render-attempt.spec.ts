import { attemptResource } from './render-attempt';
import type { AttemptRow } from './attempts-reader';
import type { DeliveryRow } from './deliveries-reader';

const BEGAN_MS = 1_795_294_484_000;
const ROW: AttemptRow = {
  attempt_id: '7',
  delivery_id: 'whd_0TgWzRaB07xK2mNq5Yd8Vf3L',
  attempt_no: 1,
  started_ms: String(BEGAN_MS),
  total_ms: 200,
  dns_ms: null,
  connect_ms: null,
  tls_ms: null,
  ttfb_ms: 190,
  outcome: 'failed',
  status_code: 500,
  error_code: 'http_5xx',
  response_headers: null,
  response_body: null,
  response_bytes: 0,
  truncated: false,
  key_fingerprints: null,
  retry_after_s: null,
  next_attempt_ms: String(BEGAN_MS + 5_000),
};

/** @param endedMs when its delivery ended. */
function nextOf(endedMs: number | null): number | null {
  const delivery = { delivery_id: ROW.delivery_id, ended_ms: endedMs === null ? null : String(endedMs) } as DeliveryRow;
  const attemptContext = { delivery, url: '', userAgent: '', headerNames: [], body: null, signature: null };
  return attemptResource(ROW, attemptContext).next_attempt_at;
}

describe('when the next attempt was due, after one that failed,', () => {
  it.each([
    ['is still open', null],
    ['ended by a later attempt', BEGAN_MS + 5_300],
    ['was cancelled before that', BEGAN_MS + 1_000],
  ])('is shown for a delivery that %s', (_what, endedMs) => {
    expect(nextOf(endedMs)).toBe((BEGAN_MS + 5_000) / 1_000);
  });

  it('is nothing for a delivery that was cancelled while it was under way', () => {
    expect(nextOf(BEGAN_MS + 100)).toBeNull();
  });
});
