import { defineList } from '#listing';
import type { AppState } from './state';

/** Lists of apps (docs/how-to/list-and-page.md). */
export const appsList = defineList<AppState>({
  name: 'apps_list',
  version: 1,
  streamType: 'app',
  usualStatuses: ['active', 'disabled'],
  rowOf: ({ state }) => (state.status === 'none' ? null : { status: state.status }),
});
