import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTypescript } from '#testing';
import { ask, SCHEMA } from './store-fixture';
import { CallingService } from './task-fixture';

describe('a process that is killed with SIGKILL while it asks the outside', () => {
  let service: CallingService;
  let folder: string;
  beforeEach(async () => {
    service = await CallingService.onFreshDatabase();
    folder = mkdtempSync(join(tmpdir(), 'hundi-task-crash-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await service.end();
  });

  function live(target: { accountId: string; streamId: string }, dieAt: string): Promise<{ code: number | null; signal: string | null }> {
    const parameters = [service.database.url, join(folder, 'calls'), target.accountId, target.streamId, dieAt];
    const child = startTypescript(join(__dirname, 'task-crash-child.ts'), parameters, ['ignore', 'ignore', 'inherit']);
    return new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })));
  }

  it.each(['before-answer', 'after-answer'])(
    '%s: the next one asks again with the same key, and every answer is stored once',
    async (dieAt) => {
      const target = service.newTarget();
      expect(await live(target, dieAt)).toEqual({ code: null, signal: 'SIGKILL' });
      expect(await live(target, 'never')).toEqual({ code: 0, signal: null });
      const keys = [1, 2, 3].map((number) => `${target.streamId} ${number}`);
      const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
      expect([...new Set(calls)]).toEqual(keys);
      if (dieAt === 'before-answer') expect(calls).toEqual([keys[0], ...keys]);
      const events = await ask<{ data: { answer: string } }>(
        service.database.url,
        `select data from ${SCHEMA}.events where stream_id = $1 and type = 'caller.answered' order by version`,
        [target.streamId],
      );
      expect(events.map(({ data }) => data.answer)).toEqual(keys);
    },
    30_000,
  );
});
