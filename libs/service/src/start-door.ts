import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Health } from './health';
import type { Logger } from './log/logger';
import type { Metrics } from './metrics/metrics';
import { observeReadiness } from './metrics/readiness-metric';

export interface StartDoorOptions {
  host: string;
  port: number;
  health: Health;
  metrics: Metrics;
  logger: Logger;
}

/** Answers probes while a process starts. */
export interface StartDoor {
  /** Lets the port go, for the server that answers from then on. May be called twice. */
  close(): Promise<void>;
}

/**
 * The internal port while the process starts: it lives, does not serve yet, and says what it waits for. Without it a start that
 * waits for Postgres looks like a process that died. A port that is taken is left to the server that comes, and to its message.
 */
export async function openStartDoor({ host, port, health, metrics, logger }: StartDoorOptions): Promise<StartDoor> {
  observeReadiness(metrics, health);
  const server = createServer((request, response) => void answer(request, response, health, metrics).catch(() => response.destroy()));
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    logger.debug({ error: String(error) }, 'probe server failed to start');
    return { close: () => Promise.resolve() };
  }
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { close: () => (closed ??= close()) };
}

async function answer(request: IncomingMessage, response: ServerResponse, health: Health, metrics: Metrics): Promise<void> {
  const path = request.url?.split('?', 1)[0];
  if (path === '/metrics') {
    const { contentType, text } = await metrics.expose();
    response.writeHead(200, { 'content-type': contentType, connection: 'close' }).end(text);
    return;
  }
  const { status, body } = await healthAnswer(path, health);
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}

async function healthAnswer(path: string | undefined, health: Health): Promise<{ status: number; body: unknown }> {
  if (path === '/health/live') return { status: 200, body: health.live() };
  if (path === '/health/serving') return { status: 503, body: health.serving() };
  if (path === '/health/ready') return { status: 503, body: await health.ready() };
  return { status: 503, body: { code: 'starting' } };
}
