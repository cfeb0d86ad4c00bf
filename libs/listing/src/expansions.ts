import { EXPAND_DEPTH_MAX } from '#contracts';
import { RefusalError } from './refusal-error';
import type { ListOwner } from './terms';

/** A resource as it is about to leave as JSON. */
export type JsonObject = Record<string, unknown>;

/** How one field of one kind of object is filled with other objects. */
export interface Expansion {
  /** The kind of the objects that stand there then: a path may go on with what those can expand. */
  kind: string;
  /**
   * What to put there, for each object in the same order: an object, a list object (`{ object: 'list', data }`), null, or
   * undefined to leave the field as it is. Called once for a whole page, so that it can ask for all at once.
   */
  load(objects: readonly JsonObject[], owner: ListOwner): Promise<readonly unknown[]>;
}

/**
 * What can be expanded in which kind of object. Each resource registers its own:
 *
 *     expansions.register('payment', 'customer', { kind: 'customer', load: (payments, owner) => … })
 */
export class Expansions {
  private readonly fields = new Map<string, Map<string, Expansion>>();

  /** @throws Error when the field has an expansion already. */
  register(kind: string, field: string, expansion: Expansion): this {
    const fields = this.fields.get(kind) ?? new Map<string, Expansion>();
    if (fields.has(field)) throw new Error(`${kind}.${field} has an expansion already`);
    this.fields.set(kind, fields.set(field, expansion));
    return this;
  }

  /** Every path that a kind can expand, at most three levels deep, in alphabetical order. */
  pathsOf(kind: string, depth = EXPAND_DEPTH_MAX): string[] {
    if (depth === 0) return [];
    const paths = [...(this.fields.get(kind) ?? [])].flatMap(([field, expansion]) => [
      field,
      ...this.pathsOf(expansion.kind, depth - 1).map((path) => `${field}.${path}`),
    ]);
    return paths.sort();
  }

  /**
   * The objects with these paths expanded. What was given is not changed.
   *
   * @throws RefusalError expand_invalid for a path that the kind does not know, or that is too deep.
   */
  async expand(kind: string, objects: readonly object[], paths: readonly string[], owner: ListOwner): Promise<JsonObject[]> {
    const expanded = objects.map((object): JsonObject => ({ ...object }));
    if (paths.length === 0) return expanded;
    const known = new Set(this.pathsOf(kind));
    if (!paths.every((path) => known.has(path))) throw new RefusalError('expand_invalid', { param: 'expand' });
    await this.expandIn(kind, expanded, paths, owner);
    return expanded;
  }

  private async expandIn(kind: string, objects: readonly JsonObject[], paths: readonly string[], owner: ListOwner): Promise<void> {
    for (const [field, below] of byFirstField(paths)) {
      const expansion = this.fields.get(kind)?.get(field);
      if (expansion === undefined) throw new RefusalError('expand_invalid', { param: 'expand' });
      const children = place(field, objects, await expansion.load(objects, owner));
      if (below.length > 0 && children.length > 0) await this.expandIn(expansion.kind, children, below, owner);
    }
  }
}

/** Paths by their first field, with what comes after it. */
function byFirstField(paths: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const path of paths) {
    const [field = '', ...rest] = path.split('.');
    const below = fields.get(field) ?? [];
    fields.set(field, rest.length > 0 ? [...below, rest.join('.')] : below);
  }
  return fields;
}

/** Puts the values into the field. @returns the objects that stand there now. */
function place(field: string, objects: readonly JsonObject[], values: readonly unknown[]): JsonObject[] {
  const children: JsonObject[] = [];
  for (const [index, object] of objects.entries()) {
    const value = ownCopy(values[index], children);
    if (value !== undefined) object[field] = value;
  }
  return children;
}

/** A copy that may be expanded further: two objects may have been given the same one. The objects in it are collected. */
function ownCopy(value: unknown, children: JsonObject[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: JsonObject = { ...value };
  if (copy.object !== 'list' || !Array.isArray(copy.data)) {
    children.push(copy);
    return copy;
  }
  const members = copy.data.map((member: object): JsonObject => ({ ...member }));
  children.push(...members);
  return { ...copy, data: members };
}
