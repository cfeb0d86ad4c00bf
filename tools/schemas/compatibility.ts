import type { JsonSchema } from './json-schema';

/** Words about a value that do not decide whether it is valid. */
const REMARKS = new Set(['$schema', '$id', 'title', 'description', 'examples']);
/** Looked at one by one below. */
const PARTS = new Set(['$ref', 'properties', 'required', 'items', 'anyOf', 'enum', 'additionalProperties']);

/**
 * What would break somebody, as sentences: consumers with the published schema must accept tomorrow's events (forward),
 * and the new schema must accept the events that were published before (backward). Fields and known values may be added.
 */
export function breaches(published: JsonSchema, next: JsonSchema, path = ''): string[] {
  const here = path === '' ? 'the event' : path;
  const keys = new Set([...Object.keys(published), ...Object.keys(next)].filter((key) => !REMARKS.has(key) && !PARTS.has(key)));
  const changed = [...keys].filter((key) => !isSame(published[key as keyof JsonSchema], next[key as keyof JsonSchema]));
  return [
    ...changed.map((key) => `${here}: ${key} changed`),
    ...brokenProperties(published, next, path),
    ...brokenRequired(published, next, here),
    ...brokenChoice(published, next, here),
    ...(published.items || next.items ? breaches(published.items ?? {}, next.items ?? {}, `${path}[]`) : []),
    ...brokenExtras(published, next, here),
    ...(withoutVersion(published.$ref) === withoutVersion(next.$ref) ? [] : [`${here}: it is another resource`]),
  ];
}

function brokenProperties(published: JsonSchema, next: JsonSchema, path: string): string[] {
  return Object.entries(published.properties ?? {}).flatMap(([name, before]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const after = next.properties?.[name];
    return after ? breaches(before, after, at) : [`${at}: removed`];
  });
}

function brokenRequired(published: JsonSchema, next: JsonSchema, here: string): string[] {
  const before = new Set(published.required ?? []);
  const after = new Set(next.required ?? []);
  const dropped = [...before].filter((name) => !after.has(name)).map((name) => `${here}: ${name} is no longer always present`);
  const added = [...after].filter((name) => !before.has(name)).map((name) => `${here}: ${name} is required, but earlier events lack it`);
  return [...dropped, ...added];
}

/** Known values may grow; the other members of a choice are types and stay. */
function brokenChoice(published: JsonSchema, next: JsonSchema, here: string): string[] {
  const gone = valuesOf(published).filter((value) => !valuesOf(next).includes(value));
  const isClosed = published.enum !== undefined && !isSame(published.enum, next.enum);
  const types = (schema: JsonSchema) => (schema.anyOf ?? []).filter((member) => !member.enum);
  return [
    ...gone.map((value) => `${here}: the value ${JSON.stringify(value)} is gone`),
    ...(isClosed ? [`${here}: a closed list of values changed`] : []),
    ...(isSame(types(published), types(next)) ? [] : [`${here}: its types changed`]),
  ];
}

function brokenExtras(published: JsonSchema, next: JsonSchema, here: string): string[] {
  return isSame(published.additionalProperties, next.additionalProperties) ? [] : [`${here}: what further fields may be changed`];
}

/** `urn:hundi:resource:payment:2026-11-21`: the schema that is referred to is compared by itself. */
function withoutVersion(reference: string | undefined): string | undefined {
  return reference?.replace(/:[^:]+$/, '');
}

function valuesOf(schema: JsonSchema): unknown[] {
  return (schema.anyOf ?? []).flatMap((member) => member.enum ?? []);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The next schema with only those fields required that always were: a field that is added later is missing in the events
 * that stand on topics and in feeds already.
 */
export function requireWhatAlwaysWas(published: JsonSchema | undefined, next: JsonSchema): JsonSchema {
  if (!published) return next;
  const properties = Object.entries(next.properties ?? {}).map(([name, schema]) => {
    const before = published.properties?.[name];
    return [name, before ? requireWhatAlwaysWas(before, schema) : schema] as const;
  });
  const wasRequired = new Set(published.required ?? []);
  return {
    ...next,
    ...(next.properties && { properties: Object.fromEntries(properties) }),
    ...(next.required && { required: next.required.filter((name) => wasRequired.has(name)) }),
    ...(next.items && { items: requireWhatAlwaysWas(published.items, next.items) }),
  };
}
