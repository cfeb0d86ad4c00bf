import { createInterface } from 'node:readline';
import { eventually } from '#testing';
import { PaymentsUnderTest } from './payments-under-test';

/**
 * A process of the payments service at a time that the test names, line by line on its input, in milliseconds since the epoch: it
 * repeats each once nothing is due any more. The test kills it in between.
 *
 * argv: database url, milliseconds since the epoch at which it starts
 */
const [, , url = '', startMs = '0'] = process.argv;

async function main(): Promise<void> {
  const payments = await PaymentsUnderTest.startOn({ url, drop: () => Promise.resolve() });
  const { clock } = payments;
  clock.advanceMs(Number(startMs) - clock.nowMs());
  process.stdout.write('started\n');
  for await (const line of createInterface(process.stdin)) {
    clock.advanceMs(Number(line) - clock.nowMs());
    await eventually(
      async () => {
        const [row] = await payments.rows<{ due: number }>('select count(*)::int as due from payments.streams where wake_at <= $1', [line]);
        if (row?.due !== 0) throw new Error(`${row?.due} streams are due`);
      },
      { withinMs: 240_000, everyMs: 100 },
    );
    process.stdout.write(`${line}\n`);
  }
}

void main();
