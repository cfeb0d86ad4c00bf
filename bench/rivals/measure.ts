import pg from 'pg';
import { paymentRequest } from '../contenders/sample';
import { acknowledgedOnly, assertStored } from '../create-throughput';
import { runLoad, type LoadRequest } from '../load/client';
import { printFigure } from '../load/figures';
import { cpuByKind, ofEachKind, totalOf, type CpuByKind } from '../load/process-cpu';
import { pause, until } from '../load/until';
import { startRival, type RivalName, type RunningRival } from './rivals';

/** How one contender is measured. */
export interface RivalOptions {
  round: number;
  seconds: number;
  warmUpSeconds: number;
  emmettFolder: string;
}

/** What one part gave. CPU in µs a request, of all processes of the contender without the load generator. */
export interface PartFigures extends CpuByKind {
  rate: number;
  p50Ms: number;
  p99Ms: number;
  cpu: number;
}

/** A load on a contender. */
interface Load {
  clients: number;
  isWrite: boolean;
  makeRequest(): LoadRequest;
}

const WARM_UP_CLIENTS = 64;
const CREATE_CLIENTS = [1, 16, 64];
const GET_CLIENTS = 16;
const LEAD_IN_SECONDS = 0.5;
/**
 * Idle is what takes no more than this share of one core for so long: an idle Hundi takes 1 %, over Kafka 8 %. While its audit
 * log follows what was done it takes 10 to 15 % more, which the next part must not pay for.
 */
const IDLE = { share: 0.05, shareOverKafka: 0.13, everyMs: 2_000, withinMs: 180_000 };

/**
 * Starts a contender, measures all its parts and stops it, so that nothing of it runs while another is measured.
 *
 * @returns figures by part: `create 1`, `create 16`, `create 64`, `GET one` and `GET drawn`.
 * @throws Error when a request failed, a payment is lost, or the contender does not do what it is there for.
 */
export async function measureRival(name: RivalName, options: RivalOptions): Promise<Map<string, PartFigures>> {
  const rival = await startRival(name, options.emmettFolder);
  const database = new pg.Client({ connectionString: rival.databaseUrl });
  try {
    await database.connect();
    const bench = new RivalBench(name, rival, database, options);
    await bench.assertBehaves();
    return await bench.measure();
  } finally {
    await database.end();
    await rival.stop();
  }
}

class RivalBench {
  constructor(
    private readonly name: RivalName,
    private readonly rival: RunningRival,
    private readonly database: pg.Client,
    private readonly options: RivalOptions,
  ) {}

  /** A contender that stores nothing, or believes anything, would be a fast one. */
  async assertBehaves(): Promise<void> {
    const { path, headers, body } = this.create();
    const post = async (text = body): Promise<unknown[]> => this.ask(path, { method: 'POST', headers, body: text });
    const refused = await post('{"currency":"INR"}');
    const [first, again] = [await post(), this.rival.remembers ? await post() : undefined];
    const read = this.rival.remembers ? await this.ask(`${path}/${String(first[1])}`, { headers }) : undefined;
    const isRight = refused[0] === 400 && first[0] === 201 && first[2] === 50_000;
    const isRemembered = !this.rival.remembers || (String(again) === String(first) && String(read) === String([200, ...first.slice(1)]));
    if (!isRight || !isRemembered) throw new Error(`${this.name} answers ${JSON.stringify({ refused, first, again, read })}`);
  }

  async measure(): Promise<Map<string, PartFigures>> {
    const { warmUpSeconds } = this.options;
    const ids: string[] = [];
    const keepId = (text: string): void => void ids.push((JSON.parse(text) as { id: string }).id);
    const create = { isWrite: true, makeRequest: () => this.create() };
    await this.run({ ...create, clients: WARM_UP_CLIENTS }, warmUpSeconds, keepId);
    const figures = new Map<string, PartFigures>();
    for (const clients of CREATE_CLIENTS) figures.set(`create ${clients}`, await this.part(`create ${clients}`, { ...create, clients }));
    if (!this.rival.remembers) return figures;
    const draw = (): string => ids[Math.floor(Math.random() * ids.length)] ?? '';
    const get = { clients: GET_CLIENTS, isWrite: false };
    await this.run({ ...get, makeRequest: () => this.read(draw()) }, warmUpSeconds);
    const one = draw();
    figures.set('GET one', await this.part('GET one', { ...get, makeRequest: () => this.read(one) }));
    figures.set('GET drawn', await this.part('GET drawn', { ...get, makeRequest: () => this.read(draw()) }));
    return figures;
  }

  private async part(part: string, load: Load): Promise<PartFigures> {
    await this.run(load, LEAD_IN_SECONDS);
    await this.database.query('CHECKPOINT');
    await this.untilIdle();
    const before = cpuByKind(this.rival.pids);
    const { acknowledged, ratePerSecond: rate, p50Ms, p99Ms } = await this.run(load, this.options.seconds);
    const whileWaiting = await this.untilIdle();
    const after = cpuByKind(this.rival.pids);
    const own = ofEachKind((kind) => (after[kind] - before[kind] - whileWaiting[kind]) / acknowledged);
    const figures = { rate, p50Ms, p99Ms, cpu: totalOf(own), ...own };
    printFigure({ bench: 'rivals', rival: this.name, round: this.options.round, part, ...figures });
    return figures;
  }

  /** Holds rows against acknowledged requests, whatever the load is for. */
  private async run({ clients, isWrite, makeRequest }: Load, seconds: number, onAnswer?: (text: string) => void) {
    const before = await this.count();
    const load = { origin: this.rival.origin, clients, seconds, expectedStatus: isWrite ? 201 : 200, makeRequest };
    const result = acknowledgedOnly(this.name, await runLoad({ ...load, ...(onAnswer && { onAnswer }) }));
    assertStored(this.name, (await this.count()) - before, isWrite ? result.acknowledged : 0);
    return result;
  }

  /**
   * What is done after the answer belongs to the payment as well.
   *
   * @returns what an idle contender takes in the time that this waited, in µs, as the last look measured it.
   */
  private async untilIdle(): Promise<CpuByKind> {
    const share = this.name.endsWith('kafka') ? IDLE.shareOverKafka : IDLE.share;
    const startedAt = performance.now();
    let idle = ofEachKind(() => 0);
    const isIdle = async (): Promise<boolean> => {
      const [before, lookedAt] = [cpuByKind(this.rival.pids), performance.now()];
      await pause(IDLE.everyMs);
      const [after, now] = [cpuByKind(this.rival.pids), performance.now()];
      idle = ofEachKind((kind) => ((after[kind] - before[kind]) * (now - startedAt)) / (now - lookedAt));
      return totalOf(idle) / 1_000 < share * (now - startedAt);
    };
    await until(isIdle, { everyMs: 0, withinMs: IDLE.withinMs, what: `${this.name} is idle` });
    return idle;
  }

  private async count(): Promise<number> {
    const { rows } = await this.database.query<{ payments: number }>(this.rival.countSql);
    return rows[0]?.payments ?? 0;
  }

  private create(): LoadRequest {
    return paymentRequest(this.rival.apiKey);
  }

  private read(id: string): LoadRequest {
    return { path: `/v1/payments/${id}`, headers: { authorization: `Bearer ${this.rival.apiKey}` } };
  }

  /** Status, id and amount of an answer. */
  private async ask(path: string, request: RequestInit): Promise<unknown[]> {
    const answer = await fetch(`${this.rival.origin}${path}`, request);
    const { id, amount } = (await answer.json()) as { id?: string; amount?: number };
    return [answer.status, id, amount];
  }
}
