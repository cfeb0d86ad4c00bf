import { operationsOf, propertiesOf, schemaRef, type Document, type Node } from './open-api';

const NULL = { type: 'null' };

/** Gives every object that stands inside another, or in an answer, a schema and a name: generators make one of its place. */
export function nameInlineObjects(document: Document): void {
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) nameFields(document, shortName(name), schema);
  for (const { operation } of operationsOf(document)) {
    for (const { content = {} } of Object.values(operation.responses)) {
      for (const media of Object.values(content))
        media.schema = referTo(document, `${capital(operation.operationId)}Response`, media.schema);
    }
  }
}

/** `PaymentResource` and its `customer` make `PaymentCustomer`; `DryRun` and its `events` make `DryRunEvent`. */
function nameFields(document: Document, name: string, schema: Node): void {
  const fields = propertiesOf(schema) as Record<string, Node>;
  for (const [field, value] of Object.entries(fields)) {
    const own = `${name}${field.split('_').map(capital).join('')}`;
    if (typeof value.items === 'object') value.items = referTo(document, own.replace(/s$/, ''), value.items as Node);
    else fields[field] = referTo(document, own, value);
  }
}

/** The schema itself unless it has fields; what is said of this place stays in it. */
function referTo(document: Document, name: string, schema: Node): Node {
  if (schema.properties === undefined) return schema;
  const { schemas } = document.components;
  if (schemas[name] !== undefined) throw new Error(`${name} is the name of two schemas`);
  const { description, 'x-personal': personal, ...object } = schema;
  schemas[name] = { ...object, type: 'object' };
  nameFields(document, name, schemas[name]);
  const here = { ...(description !== undefined && { description }), ...(personal !== undefined && { 'x-personal': personal }) };
  const isNullable = [schema.type].flat().includes('null');
  return { ...here, ...(isNullable ? { anyOf: [schemaRef(name), NULL] } : schemaRef(name)) };
}

function shortName(name: string): string {
  return name.replace(/(Resource|Dto)$/, '');
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
