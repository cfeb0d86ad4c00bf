import { strictEqual } from 'node:assert';
import { eventually } from '#testing';
import type { PaymentsConfig } from '../src/index';
import { COLLECT, PaymentsUnderTest } from './payments-under-test';

/**
 * A process of the payments service that takes one live payment by UPI collect, says whose and which it is, and says when it
 * gave the creation up. The test freezes it in between.
 *
 * argv: database url, settings as JSON
 */
const [, , url = '', settings = '{}'] = process.argv;

async function main(): Promise<void> {
  const payments = await PaymentsUnderTest.startOn({ url, drop: () => Promise.resolve() }, JSON.parse(settings) as Partial<PaymentsConfig>);
  const { streamId } = await payments.create(COLLECT, { livemode: true });
  process.stdout.write(`${JSON.stringify({ accountId: payments.accountId, paymentId: streamId })}\n`);
  const givenUp = 'hundi_tasks_total{service="payments",task="ask_processor",ending="failed"}';
  await eventually(async () => strictEqual(await payments.metric(givenUp), 1), { withinMs: 60_000 });
  process.stdout.write('given up\n');
}

void main();
