import 'reflect-metadata';
import { openEnum, orNull, type JsonSchema } from './json-schema';

type Class = abstract new (...parameters: never[]) => object;

/** What `@ApiProperty` keeps about one property. */
interface PropertyOptions {
  type?: unknown;
  isArray?: boolean;
  items?: JsonSchema;
  enum?: unknown[];
  nullable?: boolean;
  description?: string;
  additionalProperties?: boolean | { oneOf?: JsonSchema[]; type?: string };
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  'x-personal'?: boolean;
}

/** Where @nestjs/swagger keeps what the decorators were given. */
const NAMES = 'swagger/apiModelPropertiesArray';
const OPTIONS = 'swagger/apiModelProperties';
const KEPT = ['description', 'format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength'] as const;
const PRIMITIVES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/**
 * The JSON Schema of a resource class, from the same decorators that make the OpenAPI document. Nested classes are
 * written in place, so that a schema is one file. Every property is required: resources are complete, null when empty.
 */
export function schemaOfClass(Class: Class): JsonSchema {
  const prototype = Class.prototype as object;
  const names = ((Reflect.getMetadata(NAMES, prototype) as string[] | undefined) ?? []).map((name) => name.slice(1));
  if (names.length === 0) throw new Error(`${Class.name} has no @ApiProperty`);
  const optionsOf = (name: string) => Reflect.getMetadata(OPTIONS, prototype, name) as PropertyOptions;
  const properties = Object.fromEntries(names.map((name) => [name, schemaOfProperty(optionsOf(name))]));
  return { type: 'object', properties, required: names };
}

function schemaOfProperty(options: PropertyOptions): JsonSchema {
  const kept = Object.fromEntries(KEPT.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
  const schema = options['x-personal'] ? sealedSchema(options) : { ...kept, ...shapeOf(options) };
  return options.nullable ? orNull(schema) : schema;
}

const TOKEN: JsonSchema = { type: 'string', pattern: '^~s1\\.[0-9A-Za-z_]{1,64}\\.[A-Za-z0-9_-]+$' };

/** On topics personal values are tokens: one for the whole value, or for an object one for each of its fields. */
function sealedSchema(options: PropertyOptions): JsonSchema {
  const description = `Personal, and therefore sealed.${options.description ? ` ${options.description}` : ''}`;
  if (typeof options.type !== 'function' || PRIMITIVES.has(options.type)) return { ...TOKEN, description };
  const names = Object.keys(schemaOfClass(resolveClass(options.type as () => Class)).properties ?? {});
  const fields = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, orNull(TOKEN)])), required: names };
  return { anyOf: [TOKEN, fields], description };
}

function shapeOf(options: PropertyOptions): JsonSchema {
  if (options.isArray) return { type: 'array', items: arrayItems(options) };
  if (options.enum) return wordsOf(options.enum);
  if (PRIMITIVES.has(options.type)) return { type: PRIMITIVES.get(options.type) };
  if (typeof options.type === 'function') return schemaOfClass(resolveClass(options.type as () => Class));
  return { type: String(options.type), ...(options.additionalProperties !== undefined && { additionalProperties: extras(options) }) };
}

function arrayItems({ items, type }: PropertyOptions): JsonSchema {
  if (items?.enum) return wordsOf(items.enum);
  if (items) return items;
  return shapeOf({ type });
}

/** One word never changes (`object: "payment"`); of several there may be more one day. */
function wordsOf(words: unknown[]): JsonSchema {
  const known = words.filter((word) => word !== null);
  return known.length === 1 ? { const: known[0] } : openEnum(known);
}

function extras({ additionalProperties }: PropertyOptions): boolean | JsonSchema {
  if (typeof additionalProperties !== 'object') return additionalProperties ?? true;
  return additionalProperties.oneOf ? { anyOf: additionalProperties.oneOf } : { type: additionalProperties.type };
}

/** `type: () => Class` has no prototype of its own; a class has. */
function resolveClass(type: (() => Class) | Class): Class {
  return type.prototype ? (type as Class) : (type as () => Class)();
}
