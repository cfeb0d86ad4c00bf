import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyChain, verifyStreams, type FailpointName } from '#event-store';
import { startTypescript, type TestDatabase } from '#testing';
import { counter } from './counter';
import { SCHEMA, accountInShard, ask, counterDatabase } from './store-fixture';

const COMMANDS = 120;
/** Half of them add to one stream and open another, in one commit. */
const WITH_FOLLOW_UP = COMMANDS / 2;

interface Answer {
  commandId: string;
  streamId: string;
  body: string;
  status: number;
}

interface Line {
  shard: number;
  position: number;
  prev: number;
  cloudEvent: { id: string };
}

interface Life {
  code: number | null;
  signal: string | null;
  errors: string;
}

describe('a process that is killed with SIGKILL', () => {
  let database: TestDatabase;
  let folder: string;
  const accounts = [5, 22, 41].map(accountInShard);
  beforeEach(async () => {
    database = await counterDatabase();
    folder = mkdtempSync(join(tmpdir(), 'hundi-crash-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  const fileOf = (name: string): string => join(folder, name);
  const linesOf = <TLine>(name: string): TLine[] =>
    existsSync(fileOf(name))
      ? readFileSync(fileOf(name), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as TLine)
      : [];

  function live(answers: string, failpoint: FailpointName | 'none', dieOnHit = 1): Promise<Life> {
    const parameters = [database.url, fileOf(answers), fileOf('topic'), failpoint, String(dieOnHit), accounts.join(',')];
    const child = startTypescript(join(__dirname, 'crash-child.ts'), parameters, ['ignore', 'ignore', 'pipe']);
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    return new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal, errors })));
  }

  /** Commands that had a follow-up, and streams that those follow-ups opened. A half of one would make them differ. */
  async function countFollowUps(): Promise<{ origins: number; effects: number } | undefined> {
    const [counted] = await ask<{ origins: number; effects: number }>(
      database.url,
      `select (select count(*)::int from ${SCHEMA}.commands where operation = 'counter.share') as origins,
         (select count(*)::int from ${SCHEMA}.commands c join ${SCHEMA}.events own on own.command_id = c.command_id
            join ${SCHEMA}.events follow on follow.causation_id = c.command_id::text and follow.type = 'counter.opened'
          where c.operation = 'counter.share') as effects`,
    );
    return counted;
  }

  /** A consumer of the topic that follows the position rule: what it saw twice it drops, and a gap would stop it. */
  function consume(lines: readonly Line[]): string[] {
    const marks = new Map<number, number>();
    const applied: string[] = [];
    for (const { shard, position, prev, cloudEvent } of lines) {
      const mark = marks.get(shard) ?? 0;
      if (position <= mark) continue;
      expect({ shard, position, prev }).toEqual({ shard, position, prev: mark });
      marks.set(shard, position);
      applied.push(cloudEvent.id);
    }
    return applied;
  }

  // mid-relay is passed twice for each page: before it is published, and after that but before the cursor moves.
  it.each<[FailpointName, number]>([
    ['before-commit', 3],
    ['after-commit-before-reply', 3],
    ['after-reply-before-relay', 3],
    ['mid-relay', 1],
    ['mid-relay', 2],
    ['mid-relay', 3],
  ])(
    'at %s (%i) loses nothing acknowledged, doubles nothing, and everything reaches the topic',
    async (failpoint, dieOnHit) => {
      const first = await live('answers-1', failpoint, dieOnHit);
      expect(first).toMatchObject({ signal: 'SIGKILL' });
      const acknowledged = linesOf<Answer>('answers-1');
      const second = await live('answers-2', 'none');
      expect(second).toEqual({ code: 0, signal: null, errors: expect.not.stringContaining('Error') });

      const answers = new Map(linesOf<Answer>('answers-2').map((answer) => [answer.commandId, answer]));
      expect(answers.size).toBe(COMMANDS);
      for (const answer of acknowledged) expect(answers.get(answer.commandId)).toEqual(answer);
      for (const answer of answers.values()) expect(answer.status).toBe(201);

      const events = await ask<{ event_id: string; command_id: string }>(database.url, `select event_id, command_id from ${SCHEMA}.events`);
      expect(events).toHaveLength(COMMANDS * 3);
      expect(new Set(events.map((event) => event.command_id)).size).toBe(COMMANDS + WITH_FOLLOW_UP);
      expect(await countFollowUps()).toEqual({ origins: WITH_FOLLOW_UP, effects: WITH_FOLLOW_UP });
      const applied = consume(linesOf<Line>('topic'));
      expect(applied).toHaveLength(COMMANDS * 3);
      expect(new Set(applied)).toEqual(new Set(events.map((event) => event.event_id)));

      expect(await verifyChain({ databaseUrl: database.url, schema: SCHEMA })).toMatchObject({ intact: true, events: COMMANDS * 3 });
      const { streams, differences } = await verifyStreams({ databaseUrl: database.url, schema: SCHEMA, aggregates: [counter] });
      expect({ streams, differences }).toEqual({ streams: COMMANDS, differences: [] });
    },
    40_000,
  );
});
