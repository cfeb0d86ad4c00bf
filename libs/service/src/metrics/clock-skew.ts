import type { Metrics } from './metrics';

/** Puts into metrics how far the clock of the database and that of the process are apart. @returns takes it in milliseconds, of either sign. */
export function observeClockSkew(metrics: Metrics, service: string): (skewMs: number) => void {
  const skew = metrics.gauge({
    name: 'hundi_database_clock_skew_seconds',
    help: 'How far the clocks of the database and of this process are apart.',
    labels: ['service'],
  });
  return (skewMs) => skew.set({ service }, Math.abs(skewMs) / 1_000);
}
