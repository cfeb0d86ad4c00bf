import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { median, printFigure } from './load/figures';
import { paymentRound } from './load/payment-round';
import { type Product, startProduct } from './product';
import type { HundiMode } from '#testing';

export interface BesideOptions {
  mode: HundiMode;
  /** Checkout of another version, built. */
  beside: string;
  clients: number;
  requests: number;
  warmUpRequests: number;
  rounds: number;
  environment: Record<string, string>;
}

const SIDES = ['before', 'now'] as const;
type Side = (typeof SIDES)[number];
type Cost = Record<Side, Map<string, number>>;

/**
 * Both versions serve at the same time and take turns, round by round, so that what slows the machine for a while slows
 * both. Their ratio holds where the figures of two runs after one another differ by a fifth without a reason.
 */
export async function measureBeside(options: BesideOptions): Promise<void> {
  const products: Partial<Record<Side, Product>> = {};
  try {
    products.before = await startOther(options);
    products.now = await startProduct(options.mode, options.environment);
    const { before, now } = products;
    const costOf = async (side: Side, requests: number): Promise<Map<string, number>> => {
      const product = side === 'now' ? now : before;
      return (await paymentRound(product, { bench: 'cpu-cost', apiKey: product.apiKey, clients: options.clients, requests })).cost;
    };
    for (const side of SIDES) await costOf(side, options.warmUpRequests);
    const rounds: Cost[] = [];
    for (let round = 0; round < options.rounds; round++) rounds.push(await measureRound(round, (side) => costOf(side, options.requests)));
    printRatios(options.mode, rounds);
  } finally {
    await Promise.all(Object.values(products).map((product) => product.stop()));
  }
}

async function startOther({ beside, mode, environment }: BesideOptions): Promise<Product> {
  const requireThere = createRequire(resolve(beside, 'package.json'));
  const there = requireThere('./dist/bench/product.js') as { startProduct: typeof startProduct };
  return there.startProduct(mode, environment);
}

async function measureRound(round: number, costOf: (side: Side) => Promise<Map<string, number>>): Promise<Cost> {
  const cost: Partial<Cost> = {};
  for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) cost[side] = await costOf(side);
  return cost as Cost;
}

/** CPU now against before, the median of the ratios of the rounds: of Node, of all that serves, and of the load generator, which is the same twice. */
function printRatios(mode: HundiMode, rounds: readonly Cost[]): void {
  const ratioOf = (spent: (cost: Map<string, number>) => number): number =>
    median(rounds.map(({ before, now }) => spent(now) / spent(before)));
  const part = (cost: Map<string, number>, name: string): number => cost.get(name) ?? 0;
  printFigure({
    bench: 'cpu-cost',
    mode,
    unit: 'CPU now / before',
    rounds: rounds.length,
    hundi: ratioOf((cost) => part(cost, 'hundi')),
    served: ratioOf((cost) => part(cost, 'total') - part(cost, 'load')),
    load: ratioOf((cost) => part(cost, 'load')),
  });
}
