import { defineList } from '#listing';
import type { ReplayState } from './state';

/** Lists of replays (docs/how-to/list-and-page.md). */
export const replaysList = defineList<ReplayState>({
  name: 'replays_list',
  version: 1,
  streamType: 'webhook_replay',
  usualStatuses: ['completed'],
  keyFilters: ['webhook_endpoint_id'],
  rowOf: ({ state }) =>
    state.status === 'none' ? null : { status: state.status, filters: { webhook_endpoint_id: state.terms.endpointId } },
});
