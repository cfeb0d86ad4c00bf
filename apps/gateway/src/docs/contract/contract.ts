import { operationsOf, propertiesOf, schemaName, type Document, type Node, type Placed } from '../published/open-api';

/** Ends a line that says what a caller has to send: such a line may go, and may not come. */
const MUST = ' must be sent';

/**
 * What callers of the API rely on, one fact a line: operations, what they take and answer, fields with their types, words. Texts,
 * bounds and examples are not in it.
 */
export function contractOf(document: Document): string[] {
  const operations = operationsOf(document).flatMap((placed) => factsOfOperation(placed, document));
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) => factsOfSchema(name, schema));
  return [...new Set([...operations, ...schemas])].toSorted();
}

/**
 * What of a contract no longer holds, as sentences; none when things were only added. A type that merely became wider counts: a
 * library of today has the narrow one.
 */
export function breaksOf(published: readonly string[], next: readonly string[]): string[] {
  const [before, after] = [new Set(published), new Set(next)];
  const gone = published.filter((fact) => !after.has(fact) && !fact.endsWith(MUST)).map((fact) => `gone: ${fact}`);
  const holders = new Set(published.map(holderOf));
  const asked = next.filter((fact) => fact.endsWith(MUST) && !before.has(fact) && holders.has(holderOf(fact)));
  return [...gone, ...asked.map((fact) => `new: ${fact}`)];
}

/** The operation or the schema that a fact is about. */
function holderOf(fact: string): string {
  return fact.split(/: |\./, 1)[0] ?? '';
}

function factsOfOperation({ route, operation }: Placed, document: Document): string[] {
  const { operationId, requestBody, responses, parameters = [], 'x-hundi': named } = operation;
  const { group, method } = (named ?? {}) as Record<string, unknown>;
  const body = requestBody?.content['application/json']?.schema;
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).map(({ schema }) => `${route}: answers ${status} ${typeOf(schema)}`),
  );
  const taken = parameters.map((parameter) => resolved(parameter, document)).flatMap((parameter) => factsOfParameter(route, parameter));
  return [
    `${route}: is ${operationId} ${String(group)}.${String(method)}`,
    ...(body === undefined ? [] : [`${route}: takes ${typeOf(body)}`]),
    ...(requestBody?.required === true ? [`${route}: a body${MUST}`] : []),
    ...taken,
    ...answers,
  ];
}

function factsOfParameter(route: string, { name, in: place, required, schema }: Node): string[] {
  const fact = `${route}: ${String(place)} ${String(name)}`;
  return [`${fact} ${typeOf((schema ?? {}) as Node)}`, ...(required === true ? [`${fact}${MUST}`] : [])];
}

function resolved(parameter: Node, { components }: Document): Node {
  return components.parameters?.[schemaName(parameter) ?? ''] ?? parameter;
}

function factsOfSchema(name: string, schema: Node): string[] {
  const { enum: words, required = [] } = schema;
  if (Array.isArray(words)) return words.map((word) => `${name}: word ${String(word)}`);
  const sentOnly = name.endsWith('Dto');
  const fields = Object.entries(propertiesOf(schema)).map(([field, part]) => `${name}.${field} ${typeOf(part ?? {})}`);
  const needed = (required as string[]).map((field) => `${name}.${field}${sentOnly ? MUST : ' is always there'}`);
  return [...fields, ...needed];
}

/** In a few words: `string|null`, `PaymentStatus[]`, and words that stand in place. */
function typeOf(schema: Node): string {
  const { type, enum: words, items, anyOf, oneOf } = schema;
  const name = schemaName(schema);
  if (name !== undefined) return name;
  const choices = (anyOf ?? oneOf) as Node[] | undefined;
  if (choices !== undefined) return choices.map(typeOf).join('|');
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join('|');
  const types = [type ?? 'any'].flat() as string[];
  return types.map((one) => (one === 'array' ? `${typeOf((items ?? {}) as Node)}[]` : one)).join('|');
}
