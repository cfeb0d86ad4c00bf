import type { ResourceKind } from '#contracts';
import type { PathParameter } from '../docs/route-docs';

/** An id of the path: the kind of its object, and the name of its parameter. */
export interface PathId {
  kind: ResourceKind;
  idParam?: string;
}

/** The parameters of a path as the reference shows them, in their order. */
export function pathParameters(...ids: readonly (PathId | undefined)[]): PathParameter[] {
  return ids.filter((id) => id !== undefined).map(({ idParam = 'id' }) => ({ name: idParam, schema: { type: 'string', maxLength: 64 } }));
}
