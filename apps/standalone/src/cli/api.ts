import type { Connection } from './connection';
import { CliError } from '../cli-error';

/** How long an answer may take. */
const TIMEOUT_MS = 30_000;

type Json = Record<string, unknown>;

/** The API as the command line tool uses it. Whatever it says no to ends the command with its sentence. */
export class Api {
  constructor(readonly connection: Connection) {}

  get(path: string): Promise<Json> {
    return this.send('GET', path);
  }

  post(path: string, body?: Json): Promise<Json> {
    return this.send('POST', path, body);
  }

  /**
   * @param acceptable a status beside 2xx that is as good, such as the 402 of a decline that was asked for.
   * @throws CliError with the sentence of the API, or why it could not be reached.
   */
  async send(method: string, path: string, body?: Json, acceptable?: number): Promise<Json> {
    const { baseUrl, apiKey } = this.connection;
    const headers = { authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw unreachable(baseUrl, error);
    });
    const answer = (await response.json().catch(() => ({}))) as Json;
    if (response.ok || response.status === acceptable) return answer;
    throw refused(`${method} ${path}`, response.status, answer);
  }
}

/** Why there was no reply, and what to do. */
export function unreachable(baseUrl: string, error: unknown): CliError {
  const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name;
  return new CliError(`No reply from ${baseUrl} (${cause}). Is Hundi running there? Say --base-url, or start it with "npm start".`);
}

/** What the API said no with. */
export function refused(request: string, status: number, answer: Json): CliError {
  const { code, message, request_id: requestId } = (answer.error ?? {}) as { code?: string; message?: string; request_id?: string };
  if (code === undefined) return new CliError(`${request} answered ${status}, and nothing that Hundi would say. Is --base-url right?`);
  return new CliError(`${request} answered ${status} ${code}: ${message} (${requestId})`);
}
