import { request } from 'undici';
import { ApiDocument } from './documented';

/** What a test sends. */
export interface Call {
  /** API key; no Authorization header when left out. */
  key?: string;
  /** An object is sent as JSON; text and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
}

/** What came back. */
export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** The body as JSON; undefined when it is not. */
  json: Record<string, unknown>;
  /** `error` of the body. */
  error: {
    code: string;
    param: string | null;
    reason: string | null;
    message: string;
    hint: string | null;
    request_id: string;
    errors: { param: string; code: string; reason: string | null }[];
  };
}

/** Of gateways that are set up alike, by how: they serve the same document, which takes half a second to make and read. */
const documents = new Map<string, Promise<ApiDocument>>();

async function readDocument(baseUrl: string): Promise<ApiDocument> {
  const response = await request(`${baseUrl}/v1/openapi.strict.json`);
  return new ApiDocument(await response.body.text());
}

/** Speaks to a running gateway over HTTP, and holds every answer against the document the gateway serves. */
export class ApiClient {
  private constructor(
    private readonly baseUrl: string,
    readonly document: ApiDocument,
  ) {}

  /** @param setUp what makes the document of the gateway another than usual. */
  static async connect(baseUrl: string, setUp: object = {}): Promise<ApiClient> {
    const kind = JSON.stringify(setUp);
    const document = documents.get(kind) ?? readDocument(baseUrl);
    documents.set(kind, document);
    return new ApiClient(baseUrl, await document);
  }

  post(path: string, call: Call): Promise<Answer> {
    return this.send('POST', path, call);
  }

  get(path: string, call: Call = {}): Promise<Answer> {
    return this.send('GET', path, call);
  }

  async send(method: string, path: string, { key, body, headers = {} }: Call = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
    const response = await request(this.baseUrl + path, {
      method: method as 'GET',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isRaw ? body : JSON.stringify(body),
    });
    const text = await response.body.text();
    const answer = { status: response.statusCode, headers: response.headers as Record<string, string | undefined>, text };
    this.document.expectDocumented({ method, url: path, ...answer });
    const json =
      String(answer.headers['content-type']).startsWith('application/json') && text !== '' ? (JSON.parse(text) as Answer['json']) : {};
    return { ...answer, json, error: json.error as Answer['error'] };
  }
}

/** The fields of an error as `param code`, in order. */
export function problemsOf({ error }: Answer): string[] {
  return error.errors.map(({ param, code }) => `${param} ${code}`);
}
