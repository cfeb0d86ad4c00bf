import { createHash } from 'node:crypto';
import {
  AnswerReader,
  MalformedAnswerError,
  type PartnerHttp,
  type PartnerReply,
  RequestRefusedError,
  asCode,
  parseAnswerList,
} from '#partner-http';

interface CallOptions {
  signal: AbortSignal;
  /** Ties repetitions of one call together; Cashfree takes a UUID, made from it. */
  key?: string;
}

interface ActOptions extends CallOptions {
  /** Of every POST that makes or moves something. */
  stillOurs?: () => Promise<void>;
}

/** Cashfree's HTTP API, version 2025-01-01. */
export class CashfreeCalls {
  constructor(private readonly http: PartnerHttp) {}

  /** @throws CallFailedError; RequestRefusedError for 4xx; MalformedAnswerError. */
  async get(operation: string, path: string, { signal }: CallOptions): Promise<AnswerReader> {
    return AnswerReader.parse(read(await this.http.call({ operation, method: 'GET', path, signal })));
  }

  /** @throws as `get`. */
  async list(operation: string, path: string, { signal }: CallOptions): Promise<AnswerReader[]> {
    return parseAnswerList(read(await this.http.call({ operation, method: 'GET', path, signal })));
  }

  /** A question that takes a body. @throws as `get`. */
  async ask(operation: string, path: string, body: object, { signal }: CallOptions): Promise<AnswerReader[]> {
    return parseAnswerList(read(await this.http.call({ operation, method: 'POST', path, body, signal })));
  }

  /** @throws as `get`; what `stillOurs` throws, before anything is sent. */
  async post(operation: string, path: string, body: object, { signal, key, stillOurs }: ActOptions): Promise<AnswerReader> {
    await stillOurs?.();
    const headers = key !== undefined && { headers: { 'x-idempotency-key': uuidOf(`${operation} ${key}`) } };
    return AnswerReader.parse(read(await this.http.call({ operation, method: 'POST', path, body, signal, ...headers })));
  }
}

function read({ status, text }: PartnerReply): string {
  if (status >= 400) throw refusal(status, problemIn(text));
  if (status >= 300) throw new MalformedAnswerError('body');
  return text;
}

function refusal(status: number, problem: AnswerReader | undefined): RequestRefusedError {
  return new RequestRefusedError(status, asCode(problem?.findText('code', 64)), problem);
}

/**
 * Something of this id is there already. A repetition whose body differs, if only in a time, is refused under its key with the
 * type `idempotency_error`.
 */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof RequestRefusedError)) return false;
  const isKeyUsed = error.problem?.findText('type', 40) === 'idempotency_error';
  return isKeyUsed || error.status === 409 || /already|duplicate/.test(error.code ?? '');
}

/** Nothing of this id is there. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestRefusedError && error.status === 404;
}

function problemIn(text: string): AnswerReader | undefined {
  try {
    return AnswerReader.parse(text);
  } catch {
    return undefined;
  }
}

/** A UUID (version 8 of RFC 9562: made by a rule of ours) that is the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
