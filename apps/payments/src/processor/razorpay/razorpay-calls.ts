import { AnswerReader, MalformedAnswerError } from '../network/answer-reader';
import { asCode } from '../network/outcomes';
import type { ProcessorHttp } from '../network/processor-http';

/** Razorpay answered 4xx. Its own sentence stays outside: it may repeat what was sent. */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';

  constructor(
    readonly status: number,
    /** Razorpay's `error` object. */
    readonly problem: AnswerReader | undefined,
  ) {
    super(`Razorpay refused the request with ${status}`);
  }

  /** False for credentials that are wrong or may not do this: nothing was said about the request itself. */
  get isAboutRequest(): boolean {
    return this.status !== 401 && this.status !== 403;
  }

  get code(): string | undefined {
    return asCode(this.problem?.findText('reason', 64)) ?? asCode(this.problem?.findText('code', 64));
  }

  /** Only to recognize what Razorpay gives no code for. Never passed on. */
  saysAbout(words: RegExp): boolean {
    return words.test(this.problem?.findText('description', 500) ?? '');
  }
}

interface CallOptions {
  signal: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
}

/** Razorpay's HTTP API: JSON objects in, JSON objects out. */
export class RazorpayCalls {
  constructor(private readonly http: ProcessorHttp) {}

  /** @throws CallFailedError; RequestRefusedError for 4xx; MalformedAnswerError. */
  async get(operation: string, path: string, options: CallOptions): Promise<AnswerReader> {
    return read(await this.http.call({ operation, method: 'GET', path, ...options }));
  }

  /** @throws as `get`. */
  async post(operation: string, path: string, body: object, options: CallOptions): Promise<AnswerReader> {
    return read(await this.http.call({ operation, method: 'POST', path, body, ...options }));
  }

  /** The retail and corporate banks of `GET /v1/methods`. @throws as `get`. */
  async listBankCodes(signal: AbortSignal): Promise<string[]> {
    const methods = await this.get('list_banks', '/v1/methods', { signal });
    return methods.object('netbanking').names();
  }
}

function read({ status, text }: { status: number; text: string }): AnswerReader {
  if (status >= 400) throw new RequestRefusedError(status, problemIn(text));
  if (status >= 300) throw new MalformedAnswerError('body');
  return AnswerReader.parse(text);
}

function problemIn(text: string): AnswerReader | undefined {
  try {
    return AnswerReader.parse(text).findObject('error');
  } catch {
    return undefined;
  }
}
