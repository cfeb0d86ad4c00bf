import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { PAYMENT_BODY, paymentRequest } from '../contenders/sample';
import { acknowledgedOnly } from '../create-throughput';
import { runLoad, type LoadRequest } from '../load/client';
import { until } from '../load/until';
import { startProduct, type Product } from '../product';
import { fillLog, type FillSpan } from './fill';
import { countBehind } from './followers';

/** Payments that are made through the API, and copied. With three events each they are half of the smallest size. */
const ORIGINALS = 1_700;
const CLIENTS = 64;
/** Half of the payments are of one account, the others of so many. */
const OTHER_ACCOUNTS = 7;
/** Copies lie in as many days as the answers of commands are kept, so that of each everything is there that is ever stored. */
const DAYS = 27;
const DAY_MS = 86_400_000;
const CAUGHT_UP = { everyMs: 200, withinMs: 60_000, what: 'everything that follows the log is at its end' };

/** A merchant's usual price, which half of the payments have; the others have one of their own. */
export const USUAL_AMOUNT = 49_900;
const AMOUNT_BASE = 100_000;

/** The amount of the payment of this number. */
export function amountOf(index: number): number {
  return index % 4 < 2 ? USUAL_AMOUNT : AMOUNT_BASE + index;
}

/** A payment as that of the README, with amount and order of its own. */
export function numberedPayment(apiKey: string, index: number): LoadRequest {
  const body = { ...(JSON.parse(PAYMENT_BODY) as object), amount: amountOf(index), metadata: { order_id: `order_${index}` } };
  return { ...paymentRequest(apiKey), body: JSON.stringify(body) };
}

/** A Hundi in a folder of its own whose log is filled while it is stopped. */
export class FilledHundi {
  private readonly folder = mkdtempSync(join(tmpdir(), 'hundi-growth-'));
  private running: { product: Product; database: Client } | undefined;
  private mainKey = '';

  private constructor() {}

  /** Starts one and makes the payments that will be copied. */
  static async start(): Promise<FilledHundi> {
    const hundi = new FilledHundi();
    try {
      await hundi.startAgain();
      await hundi.payOriginals();
      return hundi;
    } catch (error) {
      await hundi.remove();
      throw error;
    }
  }

  /** The account that has half of the payments. */
  get apiKey(): string {
    return this.mainKey;
  }

  get product(): Product {
    return this.now.product;
  }

  get database(): Client {
    return this.now.database;
  }

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  /**
   * Stops, fills the log, starts again.
   *
   * @param share the part of the weeks that the copies are spread over, from 0 to 1. @returns events in the log.
   */
  async fill(events: number, share: { from: number; to: number }): Promise<number> {
    await this.untilCaughtUp();
    await this.stop();
    const before = (part: number): number => Math.round((DAYS - part * (DAYS - 1)) * DAY_MS);
    const span: FillSpan = { fromMs: before(share.from), toMs: before(share.to) };
    const stored = await fillLog(this.dataDir, { events, span });
    await this.startAgain();
    return stored;
  }

  async untilCaughtUp(): Promise<void> {
    await until(async () => (await countBehind(this.database)) === 0, CAUGHT_UP);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    await running?.database.end();
    await running?.product.stop();
  }

  private get now(): { product: Product; database: Client } {
    if (this.running === undefined) throw new Error('Hundi does not run');
    return this.running;
  }

  private async startAgain(): Promise<void> {
    const product = await startProduct('embedded', {}, this.dataDir);
    const database = new Client({ connectionString: product.databaseUrl, application_name: 'bench' });
    this.running = { product, database };
    await database.connect();
    this.mainKey ||= product.apiKey;
  }

  private async payOriginals(): Promise<void> {
    const others: string[] = [];
    while (others.length < OTHER_ACCOUNTS) others.push(await this.product.makeAccountKey());
    const keyOf = (index: number): string => (index % 2 === 0 ? this.mainKey : (others[(index >> 1) % OTHER_ACCOUNTS] ?? ''));
    const load = { origin: this.product.baseUrl, clients: CLIENTS, seconds: 600, requestsMax: ORIGINALS, expectedStatus: 201 };
    acknowledgedOnly('originals', await runLoad({ ...load, makeRequest: (index) => numberedPayment(keyOf(index), index) }));
    await this.untilCaughtUp();
  }
}
