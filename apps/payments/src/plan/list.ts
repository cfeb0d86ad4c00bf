import { defineList } from '#listing';
import type { PlanState } from './state';

/** Lists of plans (docs/how-to/list-and-page.md). */
export const plansList = defineList<PlanState>({
  name: 'plans_list',
  version: 1,
  streamType: 'plan',
  usualStatuses: ['active'],
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { amount, currency, interval, active, referenceId, metadata } = state.terms;
    return { status: state.status, amount, currency, referenceId, metadata, filters: { active: String(active), interval: interval.unit } };
  },
});
