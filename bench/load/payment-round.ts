import { paymentRequest } from '../contenders/sample';
import { acknowledgedOnly, assertStored } from '../create-throughput';
import type { Product } from '../product';
import { runLoad } from './client';
import { cpuByPart, partsBetween } from './process-cpu';

const CLOSED_LOOP_SECONDS_MAX = 600;

/** A number of payments from as many clients at once, or at a rate. */
export interface PaymentLoad {
  /** The benchmark, in what it says when a payment is lost. */
  bench: string;
  apiKey: string;
  clients: number;
  requests: number;
  /** For an open loop; else each client sends its next payment when the last is answered. */
  ratePerSecond?: number;
}

export interface PaymentRound {
  /** Microseconds of CPU a payment, by part, and their sum as `total`. */
  cost: Map<string, number>;
  rate: number;
  p50Ms: number;
}

/** One load of a fixed number of requests, held to rows = acknowledged. @throws Error when a payment is lost or was not answered well. */
export async function paymentRound(product: Product, options: PaymentLoad): Promise<PaymentRound> {
  const { bench, apiKey, clients, requests, ratePerSecond } = options;
  const [rowsBefore, names] = [await product.countPayments(), await product.sessionNames()];
  const before = cpuByPart(product.pid, names);
  const seconds = ratePerSecond === undefined ? CLOSED_LOOP_SECONDS_MAX : requests / ratePerSecond;
  const load = { origin: product.baseUrl, clients, seconds, requestsMax: requests, ratePerSecond, expectedStatus: 201 };
  const result = await runLoad({ ...load, makeRequest: () => paymentRequest(apiKey) });
  const cost = partsBetween(before, cpuByPart(product.pid, names), requests);
  const { acknowledged } = acknowledgedOnly(bench, result);
  assertStored(bench, (await product.countPayments()) - rowsBefore, acknowledged);
  return { cost, rate: result.ratePerSecond, p50Ms: result.p50Ms };
}
