import type { PendingTransition } from '../delivery-queue/pending-transitions';
import { transitionCommand } from './endpoint-transitions';

const NOW_MS = 1_795_219_200_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function endpointQueue(changes: Partial<PendingTransition> & { failingForMs?: number }): PendingTransition {
  const { failingForMs, ...rest } = changes;
  return {
    endpointId: 'we_1',
    accountId: 'acct_1',
    livemode: true,
    endpointVersion: 3,
    transition: null,
    firstFailureAtMs: failingForMs === undefined ? null : NOW_MS - failingForMs,
    failedCount: 100,
    failedDays: 6,
    notifiedLevel: 0,
    ...rest,
  };
}

const reported = (given: Parameters<typeof endpointQueue>[0]) => transitionCommand(endpointQueue(given), NOW_MS);
const notice = (level: number, failingForMs: number) => ({
  type: 'webhook_endpoints.note_failing',
  payload: { level, failingSinceMs: NOW_MS - failingForMs },
});
const disabled = (reason: string) => ({ type: 'webhook_endpoints.disable', payload: { reason } });

describe('the transition recorded for an endpoint (docs/reference/webhooks.md, Disabling and notices)', () => {
  it('hears nothing while it does well, or fails for less than 15 minutes', () => {
    expect(reported({})).toBeNull();
    expect(reported({ failingForMs: 15 * MINUTE_MS - 1 })).toBeNull();
  });

  it.each([
    [1, 15 * MINUTE_MS],
    [2, 24 * HOUR_MS],
    [3, 72 * HOUR_MS],
  ])('gets notice %i in its time, once', (level, afterMs) => {
    expect(reported({ failingForMs: afterMs, notifiedLevel: level - 1 })).toEqual(notice(level, afterMs));
    expect(reported({ failingForMs: afterMs, notifiedLevel: level })).toBeNull();
  });

  it('gets only the present notice when earlier ones were missed', () => {
    expect(reported({ failingForMs: 80 * HOUR_MS })).toEqual(notice(3, 80 * HOUR_MS));
  });

  it('is disabled after 120 hours with 20 failed deliveries on 3 days, and not for less', () => {
    const failing = { failingForMs: 120 * HOUR_MS, failedCount: 20, failedDays: 3, notifiedLevel: 3 };
    expect(reported(failing)).toEqual(disabled('failing'));
    expect(reported({ ...failing, failingForMs: 120 * HOUR_MS - 1 })).toBeNull();
    expect(reported({ ...failing, failedCount: 19 })).toBeNull();
    expect(reported({ ...failing, failedDays: 2 })).toBeNull();
  });

  it('is disabled in test mode after 24 hours with 10 failed deliveries', () => {
    const failing = { livemode: false, failingForMs: 24 * HOUR_MS, failedCount: 10, failedDays: 1, notifiedLevel: 2 };
    expect(reported(failing)).toEqual(disabled('failing'));
    expect(reported({ ...failing, failedCount: 9 })).toBeNull();
  });

  it.each(['gone', 'url_blocked'] as const)('is disabled at once when it is %s', (transition) => {
    expect(reported({ transition, failingForMs: 80 * HOUR_MS })).toEqual(disabled(transition));
  });

  it('hears that it has recovered', () => {
    expect(reported({ transition: 'recovered', notifiedLevel: 2 })).toEqual({ type: 'webhook_endpoints.note_recovered', payload: {} });
  });
});
