import 'reflect-metadata';
import { EXTRA_MODELS, PROPERTY_NAMES, PROPERTY_OPTIONS, type Class } from './api-property';

/** What the description of a property says of its type. */
export interface DescribedProperty {
  readonly name: string;
  /** The class of the object that it holds, or of each object in its list. */
  readonly holds: Class | null;
  /** The names of schemas that it may hold instead. */
  readonly references: readonly string[];
  /** An object of values by names of the caller, such as metadata; `open` when these may be anything. */
  readonly map: 'values' | 'open' | null;
}

type Options = Record<string, unknown>;

/** The properties that a class declares with `@ApiProperty` and its companions, those of its parents first. */
export function describedProperties(model: Class): DescribedProperty[] {
  const prototype = model.prototype as object;
  const names = (Reflect.getMetadata(PROPERTY_NAMES, prototype) as string[] | undefined) ?? [];
  return names.map((marked) => {
    const name = marked.slice(1);
    const options = (Reflect.getMetadata(PROPERTY_OPTIONS, prototype, name) as Options | undefined) ?? {};
    return { name, holds: classOf(options.type), references: referencesOf(options), map: mapOf(options) };
  });
}

/** The classes that only a reference of this one mentions. */
export function extraModelsOf(model: Class): readonly Class[] {
  return (Reflect.getMetadata(EXTRA_MODELS, model) as Class[] | undefined) ?? [];
}

const BUILT_IN: ReadonlySet<unknown> = new Set([String, Number, Boolean, Object, Array, Date]);

/** @nestjs/swagger knows a class that is found later by the name of its function. */
function classOf(type: unknown): Class | null {
  if (typeof type !== 'function' || BUILT_IN.has(type)) return null;
  const found: unknown = type.name === 'type' ? (type as () => unknown)() : type;
  const one: unknown = Array.isArray(found) ? found[0] : found;
  return typeof one !== 'function' || BUILT_IN.has(one) ? null : (one as Class);
}

function referencesOf({ anyOf, oneOf, allOf, items }: Options): string[] {
  const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? (list as { $ref?: string }[]) : []));
  return [...parts, (items ?? {}) as { $ref?: string }].flatMap(({ $ref }) =>
    $ref === undefined ? [] : [$ref.slice($ref.lastIndexOf('/') + 1)],
  );
}

function mapOf({ type, additionalProperties }: Options): DescribedProperty['map'] {
  if (type !== 'object') return null;
  return typeof additionalProperties === 'object' ? 'values' : 'open';
}
