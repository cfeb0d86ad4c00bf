import { defineList } from '#listing';
import type { ConnectionState } from './state';

/** Lists of connections (docs/how-to/list-and-page.md). */
export const connectionsList = defineList<ConnectionState>({
  name: 'connections_list',
  version: 1,
  streamType: 'connection',
  usualStatuses: ['active'],
  rowOf: ({ state }) => (state.status === 'none' ? null : { status: state.status, filters: { app_id: state.appId } }),
});
