import type { FastifyInstance } from 'fastify';
import { Agent, request } from 'undici';
import { appendQuery, isDigits, isInteger, isShard, parseQuery, SHARD_COUNT, type QueryRules } from '#contracts';
import type { CommandLog, CommandLogPage, LogMark, RequestsPage } from '#event-store';
import { firstTokenOf } from './config/token-list';

const PATH = '/internal/done_commands';
const REQUESTS_PATH = '/internal/done_requests';
const REQUESTS_QUERY: QueryRules<{ fromMs: number }> = { fromMs: isInteger(0) };
const DEADLINE_MS = 10_000;

/** Answers the gateway, which keeps the audit log: what was carried out behind its marks, and who asked for it. */
export function serveCommandLog(fastify: FastifyInstance, log: CommandLog): void {
  fastify.post<{ Body: unknown }>(PATH, async ({ body }, reply) => {
    if (!isMarks(body)) return reply.code(400).send({ code: 'parameter_invalid' });
    return log.read(body);
  });
  fastify.get<{ Querystring: { query?: unknown } }>(REQUESTS_PATH, async ({ query: { query } }) =>
    log.readRequests(parseQuery(query, REQUESTS_QUERY).fromMs),
  );
}

function isMarks(body: unknown): body is LogMark[] {
  return Array.isArray(body) && body.length <= SHARD_COUNT && body.every(isMark);
}

function isMark(mark: unknown): mark is LogMark {
  return Array.isArray(mark) && mark.length === 2 && isShard(mark[0]) && isDigits(mark[1]);
}

export interface RemoteCommandLogParts {
  /** Its internal address. */
  url: string;
  token: string;
}

/** What another service has carried out, over internal HTTP. */
export class RemoteCommandLog implements Pick<CommandLog, 'read' | 'readRequests'> {
  private readonly agent = new Agent({ connections: 2 });

  constructor(private readonly parts: RemoteCommandLogParts) {}

  /** @throws Error when no good answer has come by the deadline. */
  read(marks: readonly LogMark[]): Promise<CommandLogPage> {
    return this.ask(PATH, JSON.stringify(marks));
  }

  /** @throws Error as read(). */
  readRequests(fromMs: number): Promise<RequestsPage> {
    return this.ask(appendQuery(REQUESTS_PATH, { fromMs: Math.trunc(fromMs) }));
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async ask<TAnswer>(path: string, sent?: string): Promise<TAnswer> {
    const { statusCode, body } = await request(`${this.parts.url}${path}`, {
      dispatcher: this.agent,
      method: sent === undefined ? 'GET' : 'POST',
      headers: { 'x-internal-token': firstTokenOf(this.parts.token), ...(sent !== undefined && { 'content-type': 'application/json' }) },
      body: sent ?? null,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`);
    return JSON.parse(text) as TAnswer;
  }
}
