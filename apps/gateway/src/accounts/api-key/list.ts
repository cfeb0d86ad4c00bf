import { defineList } from '#listing';
import type { ApiKeyState } from './state';

/** Lists of API keys (docs/how-to/list-and-page.md). */
export const apiKeysList = defineList<ApiKeyState>({
  name: 'api_keys_list',
  version: 1,
  streamType: 'api_key',
  usualStatuses: ['active'],
  rowOf: ({ state }) =>
    state.status === 'none' ? null : { status: state.status, metadata: state.metadata, filters: { kind: state.kind } },
});
