import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function sizeIn(path: string, pattern: RegExp): number {
  const size = pattern.exec(read(path))?.[1];
  if (size === undefined) throw new Error(`${path} has no ${String(pattern)}`);
  return Number(size);
}

/** One session, kept open. */
const ONE = 1;
/** @param path the file that sets what is open to be set. */
const storeOf = (path: string): Record<string, number> => ({
  appends: sizeIn(path, /writerCount: (\d+),/),
  reads: sizeIn(path, /readConnectionsMax: (\d+),/),
  lists: sizeIn(path, /listConnectionsMax: (\d+)[, ]/),
  locking: sizeIn(path, /lockingConnectionsMax: (\d+),/),
  relay: sizeIn('libs/event-store/src/pools.ts', /createPool\(options, 'relay', (\d+)/),
  upkeep: sizeIn('libs/event-store/src/pools.ts', /SERVICE_CONNECTIONS_MAX = (\d+)/),
  tasks: ONE,
});
const STORE = storeOf('libs/event-store/src/options.ts');
const max = (path: string, name = 'CONNECTIONS_MAX'): number => sizeIn(path, new RegExp(`const ${name} = (\\d+);`));
const PERSONAL = { 'personal data': max('libs/personal-data/src/personal-data.ts') };

/** Every connection that a process opens to Postgres and keeps, by what it is for. */
const PROCESSES: Record<string, Record<string, number>> = {
  gateway: {
    ...storeOf('apps/gateway/src/accounts/accounts-store.ts'),
    keys: max('apps/gateway/src/tables/gateway-database.ts'),
    replies: ONE,
    ...PERSONAL,
  },
  payments: { ...STORE, ...PERSONAL },
  kyc: { ...STORE, ...PERSONAL, vault: max('apps/kyc/src/vault/kyc-pool.ts'), views: max('apps/kyc/src/vault/kyc-pool.ts') },
  webhooks: {
    ...STORE,
    ...PERSONAL,
    'fan-out': max('apps/webhooks/src/feed/feed.module.ts', 'FAN_OUT_CONNECTIONS_MAX'),
    feed: max('apps/webhooks/src/feed/feed.module.ts', 'READ_CONNECTIONS_MAX'),
    'feed signal': ONE,
    dispatcher: max('apps/webhooks/src/dispatcher/start-dispatcher.ts'),
    'due notices': ONE,
    replays: max('apps/webhooks/src/replay/replay.module.ts', 'WRITE_CONNECTIONS_MAX'),
    deliveries: max('apps/webhooks/src/replay/replay.module.ts', 'READ_CONNECTIONS_MAX'),
  },
};
const sumOf = (parts: Record<string, number>): number => Object.values(parts).reduce((sum, size) => sum + size, 0);

describe('the connections of each process to Postgres', () => {
  const page = read('docs/how-to/operate.md');

  it.each(Object.entries(PROCESSES))('of %s stand in docs/how-to/operate.md with their sum', (process, parts) => {
    const listed = Object.entries(parts).map(([purpose, size]) => `${purpose} ${size}`);
    expect(page).toContain(`| ${process} | ${listed.join(', ')} | ${sumOf(parts)} |`);
  });

  it('of one process each stand there as a whole, and fit into the Postgres of compose with room for migrations and commands', () => {
    const sum = Object.values(PROCESSES).reduce((all, parts) => all + sumOf(parts), 0);
    expect(page).toContain(`| one of each | | ${sum} |`);
    const limit = sizeIn('docker-compose.yml', /max_connections=(\d+)/);
    expect(limit).toBeGreaterThanOrEqual(sum + 20);
  });

  it('are all of them: no other file of a service opens one', () => {
    const opening = /new (?:pg\.)?(?:Pool|Client|WriterConnection)\(\{|createPool\(options|openWebhooksPool\(\{ /;
    const files = globSync('{libs,apps}/*/src/**/*.ts', { cwd: ROOT }).filter(
      (path) => !/spec\.ts$|\/test\/|^libs\/(embedded|testing)\//.test(path),
    );
    const found = files.filter((path) => opening.test(read(path)));
    /** Opened for a moment: at a start, by a migration or by a command of an operator. */
    const momentary = [
      'libs/event-store/src/audit/chain.ts',
      'libs/event-store/src/audit/streams-rebuild.ts',
      'libs/event-store/src/projection/rebuild.ts',
      'libs/event-store/src/availability/await-database.ts',
      'libs/event-store/src/reads/operator-client.ts',
      'libs/event-store/src/roles/login-role.ts',
      'libs/event-store/src/roles/make-roles.ts',
      'libs/event-store/src/schema/run-migrations.ts',
      'libs/personal-data/src/rewrap-keys.ts',
    ];
    const kept = [
      'apps/gateway/src/tables/gateway-database.ts',
      'apps/gateway/src/tables/reply-lease.ts',
      'apps/kyc/src/vault/kyc-pool.ts',
      'apps/webhooks/src/dispatcher/start-dispatcher.ts',
      'apps/webhooks/src/feed/feed.module.ts',
      'apps/webhooks/src/replay/replay.module.ts',
      'apps/webhooks/src/delivery-queue/due-notices.ts',
      'apps/webhooks/src/feed/feed-signal.ts',
      'apps/webhooks/src/delivery-queue/webhooks-pool.ts',
      'libs/event-store/src/writer/connection.ts',
      'libs/event-store/src/writer/serving-writer.ts',
      'libs/event-store/src/pools.ts',
      'libs/event-store/src/tasks/task-session.ts',
      'libs/personal-data/src/personal-data.ts',
    ];
    const known = new Set([...momentary, ...kept]);
    expect(found.filter((path) => !known.has(path))).toEqual([]);
  });
});
