import {
  jsonOf,
  propertiesOf,
  schemaName,
  schemaRef,
  operationsOf,
  type Document,
  type Node,
  type Operation,
  type Parameter,
  type Response,
} from './open-api';

const DRY_RUN = 'DryRun';
/** Names of the shared error responses, by status. */
const ERROR_NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

/**
 * Writes once what many operations answer: the error of each status, pages of a list and the answer of a dry run. What an
 * operation says alone stays with it; the codes of its errors stand in `x-codes`.
 */
export function shareResponses(document: Document): void {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const ofAll = codesOfAll(operations);
  document['x-codes'] = [...ofAll];
  for (const operation of operations) {
    shareErrors(document, operation, ofAll);
    shareDryRun(document, operation);
    shareList(document, operation);
  }
}

/** Writes once the headers and parameters that more than one operation has. */
export function shareFields(document: Document): void {
  const operations = operationsOf(document).map(({ operation }) => operation);
  sayOnceWhatAllMayCarry(document, operations);
  shareHeaders(document, operations);
  shareParameters(document, operations);
}

/** The codes that every operation can answer: said once, for the document. */
function codesOfAll(operations: readonly Operation[]): ReadonlySet<string> {
  const [first = [], ...others] = operations.map(({ responses }) => Object.values(responses).flatMap(codesOf));
  return new Set(first.filter((code) => others.every((codes) => codes.includes(code))));
}

function codesOf({ description }: Response): string[] {
  return [...description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => String(code));
}

/** One response for each status, whose description tells every code there is; the operation names its own. */
function shareErrors({ components }: Document, operation: Operation, ofAll: ReadonlySet<string>): void {
  const codes: string[] = [];
  for (const [status, response] of Object.entries(operation.responses)) {
    const name = ERROR_NAMES[status];
    if (name === undefined) continue;
    codes.push(...codesOf(response).filter((code) => !ofAll.has(code)));
    const shared = ((components.responses ??= {})[name] ??= { ...response, description: '', content: errorContent() });
    const known = new Set([...String(shared.description).split('\n\n'), ...response.description.split('\n\n')].filter(Boolean));
    shared.description = [...known].join('\n\n');
    shared.headers = { ...(shared.headers as object), ...response.headers };
    operation.responses[status] = { $ref: `#/components/responses/${name}` } as unknown as Response;
  }
  operation['x-codes'] = codes;
}

function errorContent(): object {
  return { 'application/json': { schema: schemaRef('ErrorResponse') } };
}

/** A dry run is no second success that every client would have to tell apart: `x-dry-run` names what it answers. */
function shareDryRun({ components }: Document, operation: Operation): void {
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const media = content?.['application/json'];
    const choices = (media?.schema.anyOf ?? [media?.schema]) as (Node | undefined)[];
    const dryRun = choices.find((schema) => isDryRun(schema));
    if (media === undefined || dryRun === undefined) continue;
    components.schemas[DRY_RUN] ??= withAnyResource(dryRun);
    operation['x-dry-run'] = schemaRef(DRY_RUN);
    const [resource] = choices.filter((schema) => schema !== dryRun);
    if (resource === undefined) delete operation.responses[status];
    else media.schema = resource;
  }
}

function isDryRun(schema: Node | undefined): schema is Node {
  const object = (schema?.properties as Record<string, Node> | undefined)?.object;
  return Array.isArray(object?.enum) && object.enum[0] === 'dry_run';
}

function withAnyResource(dryRun: Node): Node {
  const resource = { type: ['object', 'null'], additionalProperties: true, description: 'The object as it would be.' };
  return {
    description: 'What a write with `dry_run=true` answers.',
    ...dryRun,
    properties: { ...(dryRun.properties as object), resource },
  };
}

/** `PaymentList` is a page of payments. A list that counts and one that does not are the same: the count is optional. */
function shareList({ components: { schemas } }: Document, { responses }: Operation): void {
  const media = jsonOf(responses['200']);
  const properties = propertiesOf(media?.schema);
  const item = schemaName((properties.data?.items ?? {}) as Node);
  if (media === undefined || item === undefined) return;
  const name = `${item.replace(/^Expanded|Resource$/g, '')}List`;
  const { additionalProperties: _closed, ...page } = media.schema;
  schemas[name] = { ...page, properties: { ...propertiesOf(schemas[name]), ...properties } };
  media.schema = schemaRef(name);
}

/** Headers that any answer carries or may carry stand in `x-headers` and with the shared errors, not with every good answer again. */
function sayOnceWhatAllMayCarry(document: Document, operations: readonly Operation[]): void {
  const good = operations.flatMap(({ responses }) => Object.values(responses)).filter(({ $ref }) => $ref === undefined);
  const [first, ...others] = good.map(({ headers = {} }) => headers);
  const same = (name: string, headers: Record<string, Node>): boolean => JSON.stringify(headers[name]) === JSON.stringify(first?.[name]);
  const ofAll = Object.keys(first ?? {}).filter((name) => others.every((headers) => same(name, headers)));
  for (const { headers = {} } of good) for (const name of ofAll) delete headers[name];
  document['x-headers'] = ofAll;
}

/** Each form of a header that more than one answer has is a component. */
function shareHeaders({ components }: Document, operations: readonly Operation[]): void {
  const holders = [...operations.flatMap(({ responses }) => Object.values(responses)), ...Object.values(components.responses ?? {})];
  const all = holders.flatMap(({ headers }) => Object.entries((headers ?? {}) as Record<string, Node>));
  const shared = sharedForms(all);
  components.headers = componentsOf(shared);
  for (const { headers = {} } of holders as Response[]) {
    for (const [name, header] of Object.entries(headers)) {
      const component = shared.get(keyOf(name, header));
      if (component !== undefined) headers[name] = { $ref: `#/components/headers/${component}` };
    }
  }
}

function shareParameters({ components }: Document, operations: readonly Operation[]): void {
  const all = operations.flatMap(({ parameters = [] }) => parameters);
  const shared = sharedForms(all.map((parameter): [string, Node] => [componentName(parameter), parameter]));
  components.parameters = componentsOf(shared);
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const component = shared.get(keyOf(componentName(parameter), parameter));
      return component === undefined ? parameter : ({ $ref: `#/components/parameters/${component}` } as unknown as Parameter);
    });
  }
}

/** `created_at[gte]` is no name of a component: `created_at.gte` is. */
function componentName({ name }: Parameter): string {
  return name.replace('[]', '').replace(/\[(\w+)\]/g, '.$1');
}

function keyOf(name: string, form: Node): string {
  return `${name} ${JSON.stringify(form)}`;
}

/** The component for each form that is used more than once: the name for the most used one, `name.2` for the next. */
function sharedForms(all: readonly [string, Node][]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const [name, form] of all) counts.set(keyOf(name, form), (counts.get(keyOf(name, form)) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  const forms = new Map<string, number>();
  return new Map(
    often.map(([key]) => {
      const [name = ''] = key.split(' ', 1);
      const rank = (forms.get(name) ?? 0) + 1;
      forms.set(name, rank);
      return [key, rank === 1 ? name : `${name}.${rank}`];
    }),
  );
}

function componentsOf(shared: ReadonlyMap<string, string>): Record<string, Node> {
  return Object.fromEntries([...shared].map(([key, component]) => [component, JSON.parse(key.slice(key.indexOf(' '))) as Node]));
}
