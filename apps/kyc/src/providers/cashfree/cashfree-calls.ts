import { RequestRefusedError, type AnswerReader } from '#partner-http';
import type { ProviderCalls } from '../network/provider-calls';
import type { CallContext } from '../provider';

/** The version whose answers carry the Aadhaar seeding of a PAN. */
const API_VERSION = '2023-12-18';

/** Cashfree Secure ID's HTTP API. */
export class CashfreeCalls {
  constructor(private readonly calls: ProviderCalls) {}

  /** @throws as `ProviderCalls.get`. */
  get(operation: string, path: string, query: Readonly<Record<string, string>>, ctx: CallContext): Promise<AnswerReader> {
    return this.calls.get(operation, path, { query, headers: { 'x-api-version': API_VERSION } }, ctx);
  }

  /** @throws as `ProviderCalls.get`. */
  post(operation: string, path: string, body: object, ctx: CallContext): Promise<AnswerReader> {
    const headers = { 'x-api-version': API_VERSION, 'x-idempotency-key': `${ctx.idempotencyKey}.${operation}` };
    return this.calls.post(operation, path, { body, headers }, ctx);
  }
}

/** Something of this id is there already. */
export function isDuplicate(error: unknown): error is RequestRefusedError {
  return error instanceof RequestRefusedError && (error.status === 409 || /already_exists|duplicate/.test(error.code ?? ''));
}

/** Nothing of this id is there. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestRefusedError && error.status === 404;
}

const FIELD = /pan|gstin|file_number|epic|dl_number|cin|bank_account|ifsc|aadhaar/;

/** The number is malformed in the eyes of Cashfree. Any other 400 is a mistake of ours. */
export function isAboutNumber(error: unknown): boolean {
  return error instanceof RequestRefusedError && error.status === 400 && FIELD.test(error.code ?? '');
}

/** Cashfree's sentence, to be searched for words and never kept. */
export function sentenceOf({ problem, code }: RequestRefusedError): string {
  return `${code ?? ''} ${problem?.findText('message', 500) ?? ''}`.toLowerCase();
}
