import type { PathParameter } from '../docs/route-docs';

/** An id in the path; the name of its parameter is `id` unless given. */
export interface PathId {
  idParam?: string;
}

/** The parameters of a path as the reference shows them, in their order. */
export function pathParameters(...ids: readonly (PathId | undefined)[]): PathParameter[] {
  return ids.filter((id) => id !== undefined).map(({ idParam = 'id' }) => ({ name: idParam, schema: { type: 'string', maxLength: 64 } }));
}
