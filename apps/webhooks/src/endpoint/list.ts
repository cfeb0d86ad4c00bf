import { defineList } from '#listing';
import type { EndpointState } from './state';

/** Lists of webhook endpoints (docs/how-to/list-and-page.md). A deleted one is in no list. */
export const endpointsList = defineList<EndpointState>({
  name: 'webhook_endpoints_list',
  version: 1,
  streamType: 'webhook_endpoint',
  usualStatuses: ['enabled'],
  rowOf: ({ state }) => {
    if (state.status === 'none' || state.status === 'deleted') return null;
    return { status: state.status, metadata: state.metadata };
  },
});
