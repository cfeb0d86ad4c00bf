import { verify, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import type { LeakReports } from '../leak-reports';
import type { GithubKeys } from './github-keys';

/** DER of an ECDSA signature over P-256 in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{88,100}={0,2}$/;
const KEY_ID = /^[0-9a-f]{40,128}$/;

/** A report as it comes: its body to the byte, and what is said of it in headers. */
export type SignedReport = Pick<FastifyRequest, 'headers'> & { rawBody: Buffer };

/** Takes the reports of GitHub about keys that it found in repositories and packages. */
export class GithubReports {
  constructor(
    private readonly keys: Pick<GithubKeys, 'find'>,
    private readonly reports: Pick<LeakReports, 'report'>,
  ) {}

  /**
   * Ends every key of ours in it. What is no key of ours is passed over, and a report may come again.
   *
   * @throws ApiError webhook_signature_invalid; json_invalid; service_unavailable when GitHub or the database does not answer: it is
   *   to be sent again.
   */
  async take({ headers, rawBody }: SignedReport): Promise<void> {
    const key = await this.keyOf(headers['github-public-key-identifier']);
    const signature = headers['github-public-key-signature'];
    if (key === undefined || !isSigned(rawBody, signature, key)) {
      throw new ApiError('webhook_signature_invalid', {}, { 'www-authenticate': 'Signature' });
    }
    for (const token of tokensOf(rawBody)) await this.reports.report(token).catch(sendAgain);
  }

  private async keyOf(id: unknown): Promise<KeyObject | undefined> {
    return typeof id === 'string' && KEY_ID.test(id) ? this.keys.find(id).catch(sendAgain) : undefined;
  }
}

function isSigned(body: Buffer, signature: unknown, key: KeyObject): boolean {
  return typeof signature === 'string' && SIGNATURE.test(signature) && verify('sha256', body, key, Buffer.from(signature, 'base64'));
}

/** A list of objects, each with the text that was found as `token`. */
function tokensOf(body: Buffer): string[] {
  const found = parsed(body);
  if (!Array.isArray(found)) throw new ApiError('json_invalid', { message: 'A report is a list of objects.' });
  const tokens = found.map((one: { token?: unknown } | null) => one?.token);
  return [...new Set(tokens.filter((token) => typeof token === 'string'))];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ApiError('json_invalid');
  }
}

function sendAgain(error: unknown): never {
  throw new ApiError('service_unavailable', {}, { 'retry-after': '30' }, `report of leaked keys not taken: ${String(error)}`);
}
