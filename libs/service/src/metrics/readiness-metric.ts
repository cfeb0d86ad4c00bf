import type { Health } from '../health';
import type { Metrics } from './metrics';

/** Shows at every scrape what each check of readiness finds: within two seconds, as long as a check may take. */
export function observeReadiness(metrics: Metrics, health: Health): void {
  metrics.gauge({
    name: 'hundi_ready',
    help: '1 while the check of readiness passes, else 0; "lifecycle" while the process starts or stops.',
    labels: ['check'],
    collect: async (gauge) => {
      const { checks } = await health.ready();
      gauge.reset();
      for (const [check, { ok }] of Object.entries(checks)) gauge.set({ check }, ok ? 1 : 0);
    },
  });
}
