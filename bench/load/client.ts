import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { Tally, type LoadResult } from './tally';

/** One request of a load, made anew each time so that every payment is its own. A POST when it has a body, else a GET. */
export interface LoadRequest {
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadOptions {
  origin: string;
  /** Connections; in a closed loop also the number of clients. */
  clients: number;
  seconds: number;
  /** A closed loop ends after so many requests when the seconds are not over yet. */
  requestsMax?: number;
  /** Requests a second for an open loop; undefined for a closed loop. */
  ratePerSecond?: number;
  /** An open loop ends at it when the seconds are not over yet. */
  until?: AbortSignal;
  /** The only status that counts as acknowledged. */
  expectedStatus: number;
  makeRequest(index: number): LoadRequest;
  /** Gets the text of every acknowledged answer. It costs the load generator a copy, so figures are taken without. */
  onAnswer?(text: string): void;
}

/**
 * Drive a server. Closed loop: each client sends its next request when the last is answered, which measures rate.
 * Open loop: requests start when they are due, answered or not, and latency counts from the instant they were due, so
 * that a stall is seen by everyone it would have hit (no coordinated omission).
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const pool = new Pool(options.origin, { connections: options.clients, pipelining: 1, headersTimeout: 60_000 });
  const tally = new Tally();
  const startedAt = performance.now();
  const drive = options.ratePerSecond === undefined ? closedLoop : openLoop;
  await drive({ pool, options, tally });
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  await pool.destroy();
  return tally.result(elapsedSeconds);
}

/** What every request of one run needs. */
interface Run {
  pool: Pool;
  options: LoadOptions;
  tally: Tally;
}

async function closedLoop(run: Run): Promise<void> {
  const { options } = run;
  const { requestsMax = Infinity } = options;
  const deadline = performance.now() + options.seconds * 1000;
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < requestsMax && performance.now() < deadline) await sendOne(run, next++, performance.now());
  };
  await Promise.all(Array.from({ length: options.clients }, client));
}

async function openLoop(run: Run): Promise<void> {
  const { options } = run;
  const intervalMs = 1000 / (options.ratePerSecond ?? 1);
  const total = Math.floor((options.seconds * 1000) / intervalMs);
  const startedAt = performance.now();
  const running = new Set<Promise<void>>();
  for (let index = 0; index < total && options.until?.aborted !== true;) {
    const dueCount = Math.min(total, Math.floor((performance.now() - startedAt) / intervalMs) + 1);
    for (; index < dueCount; index++) {
      const request = sendOne(run, index, startedAt + index * intervalMs);
      running.add(request);
      void request.finally(() => running.delete(request));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(running);
}

async function sendOne({ pool, options, tally }: Run, index: number, dueAt: number): Promise<void> {
  const { path, headers, body } = options.makeRequest(index);
  const { onAnswer } = options;
  try {
    const response = await pool.request({ method: body === undefined ? 'GET' : 'POST', path, headers, body });
    const text = onAnswer ? await response.body.text() : await response.body.dump({ limit: 1_048_576 });
    if (response.statusCode !== options.expectedStatus) return tally.fail(String(response.statusCode));
    tally.answered(dueAt);
    onAnswer?.(text ?? '');
  } catch (error) {
    tally.fail(error instanceof Error ? error.name : 'unknown');
  }
}
