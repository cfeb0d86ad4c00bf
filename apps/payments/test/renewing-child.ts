import { createInterface } from 'node:readline';
import type { Command } from '#contracts';
import { eventually } from '#testing';
import { dieAt } from './die-at-commit';
import { PaymentsUnderTest } from './payments-under-test';
import type { ProcessKind } from './renewing-process';

/**
 * A process of the payments service that does what the lines of its input say, and repeats each once it is done: a time, in milliseconds
 * since the epoch, at which nothing is due any more and all is published; or commands as JSON, all sent at once. The test kills it in between.
 *
 * argv: database url, milliseconds since the epoch at which it starts, as JSON how it differs from the others
 */
const [, , url = '', startMs = '0', kind = '{}'] = process.argv;

async function main(): Promise<void> {
  const { death, isHalf } = JSON.parse(kind) as ProcessKind;
  if (death) dieAt(death);
  const takes = (partition: number): boolean => !isHalf || partition % 2 === 0;
  const payments = await PaymentsUnderTest.startOn({ url, drop: () => Promise.resolve() }, {}, takes);
  payments.clock.advanceMs(Number(startMs) - payments.clock.nowMs());
  process.stdout.write('started\n');
  for await (const line of createInterface(process.stdin)) {
    if (line.startsWith('[')) await Promise.all((JSON.parse(line) as Command[]).map((command) => payments.send(command)));
    else await reach(payments, Number(line));
    process.stdout.write(`${line}\n`);
  }
}

/** Streams that are due, and streams whose last event waits for the relay. */
const LEFT = `select
  (select count(*)::int from payments.streams where wake_at <= $1) as due,
  (select count(*)::int from payments.streams s left join payments.relay_cursors c using (shard)
    where s.last_position > coalesce(c.position, 0)) as unpublished`;

function reach(payments: PaymentsUnderTest, atMs: number): Promise<void> {
  payments.clock.advanceMs(atMs - payments.clock.nowMs());
  return eventually(
    async () => {
      const [row] = await payments.rows<{ due: number; unpublished: number }>(LEFT, [atMs]);
      if (row?.due !== 0 || row.unpublished !== 0) throw new Error(`streams are due or unpublished: ${JSON.stringify(row)}`);
    },
    { withinMs: 240_000, everyMs: 20 },
  );
}

void main();
