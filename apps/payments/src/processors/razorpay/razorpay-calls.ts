import { AnswerReader, MalformedAnswerError, type PartnerHttp, RequestRefusedError, asCode } from '#partner-http';

interface CallOptions {
  signal: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
}

/** Every POST makes or moves something. */
interface ActOptions extends CallOptions {
  stillOurs: () => Promise<void>;
}

/** Razorpay's HTTP API: JSON objects in, JSON objects out. */
export class RazorpayCalls {
  constructor(private readonly http: PartnerHttp) {}

  /** @throws CallFailedError; RequestRefusedError for 4xx; MalformedAnswerError. */
  async get(operation: string, path: string, options: CallOptions): Promise<AnswerReader> {
    return read(await this.http.call({ operation, method: 'GET', path, ...options }));
  }

  /** @throws as `get`; what `stillOurs` throws, before anything is sent. */
  async post(operation: string, path: string, body: object, { stillOurs, ...options }: ActOptions): Promise<AnswerReader> {
    await stillOurs();
    return read(await this.http.call({ operation, method: 'POST', path, body, ...options }));
  }

  /** @throws as `post`. */
  async put(operation: string, path: string, body: object, { stillOurs, ...options }: ActOptions): Promise<AnswerReader> {
    await stillOurs();
    return read(await this.http.call({ operation, method: 'PUT', path, body, ...options }));
  }

  /** The retail and corporate banks of `GET /v1/methods`, which takes the key id without its secret; none without netbanking. @throws as `get`. */
  async listBankCodes(keyId: string, signal: AbortSignal): Promise<string[]> {
    const headers = { authorization: `Basic ${Buffer.from(`${keyId}:`).toString('base64')}` };
    const methods = await this.get('list_banks', '/v1/methods', { signal, headers });
    return methods.findObject('netbanking')?.names() ?? [];
  }
}

function read({ status, text }: { status: number; text: string }): AnswerReader {
  if (status >= 400) throw refusal(status, problemIn(text));
  if (status >= 300) throw new MalformedAnswerError('body');
  return AnswerReader.parse(text);
}

function refusal(status: number, problem: AnswerReader | undefined): RequestRefusedError {
  const code = asCode(problem?.findText('reason', 64)) ?? asCode(problem?.findText('code', 64));
  return new RequestRefusedError(status, code, problem);
}

function problemIn(text: string): AnswerReader | undefined {
  try {
    return AnswerReader.parse(text).findObject('error');
  } catch {
    return undefined;
  }
}
