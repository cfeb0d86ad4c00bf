import { performance } from 'node:perf_hooks';
import { Tally, type LoadResult } from './tally';

export interface CallLoadOptions {
  clients: number;
  seconds: number;
  call(): Promise<unknown>;
}

/** A closed loop over a function instead of a server: each client calls again when its last call is answered. */
export async function runCallLoad(options: CallLoadOptions): Promise<LoadResult> {
  const tally = new Tally();
  const startedAt = performance.now();
  const deadline = startedAt + options.seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < deadline) await callOnce(options, tally);
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  return tally.result((performance.now() - startedAt) / 1000);
}

async function callOnce(options: CallLoadOptions, tally: Tally): Promise<void> {
  const startedAt = performance.now();
  try {
    await options.call();
    tally.answered(startedAt);
  } catch (error) {
    tally.fail(error instanceof Error ? error.name : 'unknown');
  }
}
