import { appendFileSync } from 'node:fs';
import { eventually } from '#testing';
import { caller, type CallerState } from './caller';
import { counterCommand, counterStore } from './counter-store';

/**
 * One life of a service that asks the outside, for the crash proof. Every call goes to a file, as the outside would see it.
 *
 * argv: database url, file of calls, account id, stream id, when to die: `before-answer`, `after-answer` or `never`
 */
const [, , databaseUrl = '', callsFile = '', accountId = '', streamId = '', dieAt = ''] = process.argv;

function dieIf(place: string): void {
  if (place === dieAt) process.kill(process.pid, 'SIGKILL');
}

async function main(): Promise<void> {
  const store = counterStore(databaseUrl, { aggregates: [caller] });
  store.runTasks({
    call: ({ key }) => {
      appendFileSync(callsFile, `${key}\n`);
      dieIf('before-answer');
      return Promise.resolve({ type: 'caller.answer', payload: { answer: key } });
    },
  });
  await store.start();
  await store.takeAll();
  const target = { accountId, streamId };
  if (!(await store.reads.findStream(streamId, accountId, false))) {
    await store.submit({ ...counterCommand('caller.begin', target), payload: { calls: 3 } });
  }
  await eventually(async () => {
    const { status, left } = (await store.reads.findStream(streamId, accountId, false))?.state as CallerState;
    if (left < 3) dieIf('after-answer');
    if (status !== 'done') throw new Error('not done yet');
  });
  await store.stop();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
