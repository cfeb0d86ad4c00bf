import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { Tally, type LoadResult } from './tally';

/** What a call was answered, and how long that took. */
export interface MerchantAnswer {
  status: number;
  id: string;
  tookMs: number;
}

/** A merchant that looks at what it is answered: for loads in which one call needs the id that another one made. */
export class Merchant {
  private readonly pool: Pool;

  constructor(
    origin: string,
    private readonly clients: number,
  ) {
    this.pool = new Pool(origin, { connections: clients, pipelining: 1, headersTimeout: 60_000 });
  }

  async post(path: string, apiKey: string, body: unknown): Promise<MerchantAnswer> {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const response = await this.pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
    const { id = '' } = (await response.body.json()) as { id?: string };
    return { status: response.statusCode, id, tookMs: performance.now() - startedAt };
  }

  /**
   * Every item once, by so many clients in a closed loop.
   *
   * @throws Error when one was answered with another status: a fast bug must not win.
   */
  async each<TItem>(
    items: readonly TItem[],
    wanted: number,
    call: (item: TItem) => Promise<MerchantAnswer>,
  ): Promise<{ load: LoadResult; ids: string[] }> {
    const tally = new Tally();
    const ids: string[] = [];
    const startedAt = performance.now();
    let next = 0;
    const client = async (): Promise<void> => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) {
        const sentAt = performance.now();
        const answer = await call(item);
        if (answer.status !== wanted) throw new Error(`a call was answered ${answer.status} instead of ${wanted}`);
        tally.answered(sentAt);
        ids.push(answer.id);
      }
    };
    await Promise.all(Array.from({ length: this.clients }, client));
    return { load: tally.result((performance.now() - startedAt) / 1000), ids };
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
