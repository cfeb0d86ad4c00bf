import Ajv2020 from 'ajv/dist/2020';
import type { ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** An answer of the server, as far as the document says anything about it. */
export interface AnswerToCheck {
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

interface DocumentedResponse {
  headers?: Record<string, { required?: boolean; schema?: Json }>;
  content?: Record<string, { schema: Json }>;
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>;
  components: { schemas: Record<string, Json> };
}

const DOCUMENT_ID = 'https://hundi.test/openapi';
/** Answered for what no document can list: paths and methods that do not exist. */
const UNLISTED = new Set([404, 405]);

/**
 * The server's own OpenAPI document as the judge of its answers: the status is documented for the route, so is the media
 * type, required headers are there and fit, and the body matches the schema with no field the schema does not name.
 */
export class ApiDocument {
  private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  private readonly compiled = new Map<string, ValidateFunction>();
  readonly document: OpenApi;

  constructor(text: string) {
    this.document = JSON.parse(text) as OpenApi;
    this.ajv.addSchema({ ...closed(this.document), $id: DOCUMENT_ID });
  }

  /** @throws Error that says what of the answer is not documented. */
  expectDocumented(answer: AnswerToCheck): void {
    const found = this.findOperation(answer);
    if (found === undefined) return this.expectUnlisted(answer);
    const { template, method, responses } = found;
    const response = responses[String(answer.status)];
    if (response === undefined)
      throw new Error(`${answer.method} ${template} answered ${answer.status}, which is not documented: ${answer.text}`);
    this.expectHeaders(response, answer);
    if (answer.method !== 'HEAD') this.expectBody(response, answer, ['paths', template, method, 'responses', String(answer.status)]);
  }

  private findOperation({
    url,
    method,
  }: AnswerToCheck): { template: string; method: string; responses: Record<string, DocumentedResponse> } | undefined {
    const path = url.split('?', 1)[0] ?? '';
    const template = Object.keys(this.document.paths).find((candidate) => fits(candidate, path)) ?? '';
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.document.paths[template]?.[name];
    return operation && { template, method: name, responses: operation.responses };
  }

  private expectBody(response: DocumentedResponse, answer: AnswerToCheck, place: string[]): void {
    if (answer.text === '' && response.content === undefined) return;
    const media = String(answer.headers['content-type']).split(';', 1)[0] ?? '';
    if (response.content?.[media] === undefined) throw new Error(`${answer.url} ${answer.status}: ${media} is not documented`);
    if (media !== 'application/json') return;
    this.expectValid(`${DOCUMENT_ID}#/${[...place, 'content', media, 'schema'].map(pointerPart).join('/')}`, JSON.parse(answer.text));
  }

  private expectUnlisted(answer: AnswerToCheck): void {
    if (!UNLISTED.has(answer.status)) throw new Error(`${answer.method} ${answer.url} is not documented and answered ${answer.status}`);
    this.expectValid(`${DOCUMENT_ID}#/components/schemas/ErrorResponse`, JSON.parse(answer.text));
    if (answer.status === 405 && answer.headers.allow === undefined) throw new Error('405 without Allow');
  }

  private expectHeaders(response: DocumentedResponse, { headers }: AnswerToCheck): void {
    for (const [name, { required, schema }] of Object.entries(response.headers ?? {})) {
      const value = headers[name.toLowerCase()];
      if (value === undefined && required === true) throw new Error(`the header ${name} is missing`);
      if (value === undefined || schema === undefined) continue;
      const typed = schema.type === 'integer' ? Number(value) : value;
      if (!this.ajv.validate(schema, typed)) throw new Error(`the header ${name} is ${String(value)}: ${this.ajv.errorsText()}`);
    }
  }

  private expectValid(reference: string, body: unknown): void {
    const validate = this.compiled.get(reference) ?? this.ajv.compile({ $ref: reference });
    this.compiled.set(reference, validate);
    if (!validate(body))
      throw new Error(`the body does not match the document: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`);
  }
}

/** Resources are allow lists: in the tests, a field that is not documented is a leak. */
function closed(document: OpenApi): OpenApi {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const isOpen = schema.properties !== undefined && schema.additionalProperties === undefined;
    return [name, isOpen ? { ...schema, additionalProperties: false } : schema];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Json> } };
}

function fits(template: string, path: string): boolean {
  const [parts, segments] = [template.split('/'), path.split('/')];
  return (
    parts.length === segments.length &&
    parts.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
  );
}

function pointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
