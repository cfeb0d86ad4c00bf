import { appendFileSync } from 'node:fs';
import type { FailpointName } from '#event-store';
import { shardOfAccount, type Command, type EventMessage } from '#contracts';
import { eventually } from '#testing';
import { counterCommand, newCounterId, servingCounterStore } from './counter-store';

/**
 * One life of a service, for the crash proof: serves the commands of a list as a bus would bring them, writes every
 * answer to one file and every published event to another, and kills itself with SIGKILL at the named failpoint.
 *
 * argv: database url, file of answers, file of the topic, failpoint or `none`, on which hit to die, account ids joined by comma
 */
const [, , databaseUrl = '', answersFile = '', topicFile = '', failpoint = '', dieOnHit = '1', accounts = ''] = process.argv;
const COMMANDS_PER_ACCOUNT = 40;

let hits = 0;
const dieAt = (name: FailpointName): void => {
  if (name === failpoint && ++hits === Number(dieOnHit)) process.kill(process.pid, 'SIGKILL');
};

/**
 * The same commands in every life: a bus brings again what was not settled. Every second one concerns two streams: it adds
 * to the first of the account and opens one of its own.
 */
function commandsOf(accountId: string): Command[] {
  const uuid = (index: number): string => `${accountId.slice(5, 13)}-0000-7000-8000-${index.toString().padStart(12, '0')}`.toLowerCase();
  const firstId = `pay_${'0'.repeat(8)}${shardOfAccount(accountId).toString().padStart(2, '0')}${'0'.repeat(14)}`;
  return Array.from({ length: COMMANDS_PER_ACCOUNT }, (_, index) => {
    const streamId = newCounterId(accountId);
    const more = { commandId: uuid(index), idempotency: { key: `order-${index}`, fingerprint: 'same' } };
    const open = { streamId, type: 'counter.open', payload: { times: 1 } };
    if (index % 2 === 1) {
      const payload = { followUps: [open], answeredBy: 0 };
      return counterCommand('counter.share', { accountId, streamId: firstId }, { ...more, payload });
    }
    return counterCommand('counter.open', { accountId, streamId: index === 0 ? firstId : streamId }, { ...more, payload: { times: 2 } });
  });
}

function write(messages: readonly EventMessage[]): Promise<void> {
  const lines = messages.map(({ key, shard, position, prev, cloudEvent, value }) =>
    JSON.stringify({ key, shard, position: Number(position), prev: Number(prev), cloudEvent, value }),
  );
  appendFileSync(topicFile, `${lines.join('\n')}\n`);
  return Promise.resolve();
}

async function main(): Promise<void> {
  const store = await servingCounterStore(databaseUrl, failpoint === 'none' ? {} : { failpoint: dieAt, batchMax: 4 });
  store.startRelay(write);
  const commands = accounts.split(',').flatMap(commandsOf);
  await Promise.all(
    commands.map(async (command) => {
      const { body, streamId, status } = await store.submit(command);
      appendFileSync(answersFile, `${JSON.stringify({ commandId: command.commandId, body, streamId, status })}\n`);
    }),
  );
  if (failpoint !== 'none') return;
  await eventually(async () => expectPublished(await countBehind()));
  await store.stop();
}

function expectPublished(behind: number): void {
  if (behind > 0) throw new Error(`${behind} shards are behind`);
}

async function countBehind(): Promise<number> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ behind: number }>(
    `select count(*)::int as behind from counters.relay_cursors c
     where c.position < (select coalesce(max(e.position), 0) from counters.events e where e.shard = c.shard)`,
  );
  await client.end();
  return rows[0]?.behind ?? 0;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
