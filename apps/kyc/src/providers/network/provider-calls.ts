import { AnswerReader, asCode, MalformedAnswerError, RequestRefusedError, type PartnerHttp, type PartnerReply } from '#partner-http';
import type { CallContext } from '../provider';

/** What goes out beside the path. */
export interface Outgoing {
  query?: Readonly<Record<string, string>>;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** JSON calls to one provider. What it answers is read with care and repeated nowhere. */
export class ProviderCalls {
  constructor(private readonly http: PartnerHttp) {}

  /**
   * @param operation a bounded word for metrics.
   * @throws CallFailedError; RequestRefusedError for 4xx; MalformedAnswerError.
   */
  async get(operation: string, path: string, outgoing: Outgoing, ctx: CallContext): Promise<AnswerReader> {
    return read(await this.http.call({ operation, method: 'GET', path, ...outgoing, signal: signalOf(ctx) }));
  }

  /** @throws as `get`. */
  async post(operation: string, path: string, outgoing: Outgoing, ctx: CallContext): Promise<AnswerReader> {
    return read(await this.http.call({ operation, method: 'POST', path, ...outgoing, signal: signalOf(ctx) }));
  }
}

function signalOf({ timeoutMs, signal }: CallContext): AbortSignal {
  const deadline = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
}

function read({ status, text }: PartnerReply): AnswerReader {
  if (status >= 400) throw refusal(status, problemIn(text));
  if (status >= 300) throw new MalformedAnswerError('body');
  return AnswerReader.parse(text);
}

function refusal(status: number, problem: AnswerReader | undefined): RequestRefusedError {
  const code = problem?.findObject('error')?.findText('code', 64) ?? problem?.findText('code', 64);
  return new RequestRefusedError(status, asCode(code), problem);
}

function problemIn(text: string): AnswerReader | undefined {
  try {
    return AnswerReader.parse(text);
  } catch {
    return undefined;
  }
}
