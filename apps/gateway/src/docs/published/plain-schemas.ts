import { choicesOf, ofOneKind } from './choices';
import { mapped, propertiesOf, schemaName, type Document, type Node } from './open-api';

/** How a pattern names the character that no database keeps. */
const NUL = '\\u0000';
/** Dates of versions look like dates and are names. */
const NOT_DATES: ReadonlySet<string> = new Set(['api_version']);

/**
 * Says what readers and generators need and no more: every enumeration has a type, no pattern only keeps NUL out, and every
 * value is of one kind. Checks that need more, and other ways to write a value, stand in the strict form of the document.
 */
export function plainSchemas(document: Document): void {
  const { schemas } = document.components;
  for (const schema of Object.values(schemas)) plainProperties(schema, schemas);
  Object.assign(document, mapped(document, plain));
}

function plainProperties({ properties = {} }: Node, schemas: Record<string, Node>): void {
  const fields = properties as Record<string, Node>;
  for (const [name, field] of Object.entries(fields)) {
    if (NOT_DATES.has(name)) delete field.format;
    const objects = choicesOf(field)
      .map(schemaName)
      .filter((choice) => choice !== undefined);
    if (objects.length > 1)
      fields[name] = supersetOf(
        field,
        objects.map((choice) => schemas[choice] ?? {}),
      );
  }
}

/** One object with the fields of all: always there is what is always there in each. */
function supersetOf({ anyOf: _anyOf, oneOf: _oneOf, ...rest }: Node, objects: readonly Node[]): Node {
  const required = objects.map((object) => new Set(object.required as string[] | undefined));
  const [first = new Set<string>(), ...others] = required;
  return {
    ...rest,
    type: ['object', 'null'],
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)) as Node,
    required: [...first].filter((name) => others.every((names) => names.has(name))),
  };
}

/** The digits of the shard inside an id: to a reader they are characters like the others. */
const SHARD_DIGITS = '{8}(?:[0-5][0-9]|6[0-3])[0-9A-Za-z]{14}';

/** What is an id of which list the server says; of which form it is helps no reader. */
const PAGE_BOUNDS: ReadonlySet<unknown> = new Set(['starting_after', 'ending_before']);

function plain(node: Node): Node {
  if (PAGE_BOUNDS.has(node.name)) node.schema = { type: 'string' };
  // As a map, TypeScript sends its keys without the name of the parameter.
  if (node.style === 'deepObject') node.schema = { type: 'object' };
  if (typeof node.pattern === 'string' && node.pattern.includes(NUL)) delete node.pattern;
  if (typeof node.pattern === 'string') node.pattern = node.pattern.replace(SHARD_DIGITS, '{24}');
  if (typeof node.additionalProperties === 'object') delete node.propertyNames;
  dropIdle(node);
  for (const property of Object.values(propertiesOf(node))) {
    // Null alone is no type of any language: what comes one day is a text.
    if (property?.type === 'null') property.type = ['string', 'null'];
  }
  return typed(ofOneKind(node));
}

/** Takes away what says nothing: both words of a yes or no, and that a parameter may be left out, as any may that says nothing. */
function dropIdle(node: Node): void {
  if (node.type === 'boolean') delete node.enum;
  if (node.required === false) delete node.required;
}

/** With the type that its words have. */
function typed(node: Node): Node {
  const words = node.enum ?? ('const' in node ? [node.const] : undefined);
  if (Array.isArray(words) && node.type === undefined) node.type = typeOf(words);
  return node;
}

function typeOf(words: readonly unknown[]): string | string[] {
  const types = [...new Set(words.map((word) => (word === null ? 'null' : typeof word)))];
  return types.length === 1 ? String(types[0]) : types;
}
