import { propertiesOf, schemaName, type Document, type Node } from '../published/open-api';

/**
 * What a schema could hold, put together from the examples of its parts: that of a list holds the example of its item. Fields that
 * need not be there are left out.
 */
export function exampleOf(schema: Node, document: Document): unknown {
  const name = schemaName(schema);
  if (name !== undefined) return exampleOf(document.components.schemas[name] ?? {}, document);
  const { examples, enum: words, anyOf = [] } = schema;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (Array.isArray(words)) return words[0] as unknown;
  const types = [schema, ...(anyOf as Node[])].flatMap(({ type }) => type);
  return types.includes('null') ? null : ofType(schema, document);
}

function ofType(schema: Node, document: Document): unknown {
  const { type, items = {}, required = [] } = schema;
  if (type === 'array') return [exampleOf(items as Node, document)];
  if (type !== 'object') return { boolean: false, integer: 0, number: 0, string: 'text' }[String(type)];
  const fields = Object.entries(propertiesOf(schema)).filter(([field]) => (required as string[]).includes(field));
  return Object.fromEntries(fields.map(([field, part]) => [field, exampleOf(part ?? {}, document)]));
}
