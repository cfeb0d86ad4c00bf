import { paymentRequest } from '../contenders/sample';
import { acknowledgedOnly, assertStored } from '../create-throughput';
import type { Product } from '../product';
import { runLoad } from './client';
import { cpuByPart, partsBetween } from './process-cpu';

/** A number of payments from as many clients at once. */
export interface PaymentLoad {
  /** The benchmark, in what it says when a payment is lost. */
  bench: string;
  apiKey: string;
  clients: number;
  requests: number;
}

export interface PaymentRound {
  /** Microseconds of CPU a payment, by part, and their sum as `total`. */
  cost: Map<string, number>;
  rate: number;
  p50Ms: number;
}

/** One load of a fixed number of requests, held to rows = acknowledged. @throws Error when a payment is lost or was not answered well. */
export async function paymentRound(product: Product, { bench, apiKey, clients, requests }: PaymentLoad): Promise<PaymentRound> {
  const [rowsBefore, names] = [await product.countPayments(), await product.sessionNames()];
  const before = cpuByPart(product.pid, names);
  const load = { origin: product.baseUrl, clients, seconds: 600, requestsMax: requests, expectedStatus: 201 };
  const result = await runLoad({ ...load, makeRequest: () => paymentRequest(apiKey) });
  const cost = partsBetween(before, cpuByPart(product.pid, names), requests);
  const { acknowledged } = acknowledgedOnly(bench, result);
  assertStored(bench, (await product.countPayments()) - rowsBefore, acknowledged);
  return { cost, rate: result.ratePerSecond, p50Ms: result.p50Ms };
}
