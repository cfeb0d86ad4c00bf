import { everyWrite, type DocumentedWrite } from '../../test/every-write';
import { startGatewayOfOperations } from '../../test/every-operation';
import type { GatewayUnderTest } from '../../test/gateway-under-test';
import type { Answer } from '../../test/api-client';
import { MISSPELLINGS } from '../../test/misspelt';

describe('every write of the API', () => {
  let gateway: GatewayUnderTest;
  let writes: DocumentedWrite[];
  beforeAll(async () => {
    gateway = await startGatewayOfOperations();
    writes = everyWrite(gateway);
  });
  afterAll(() => gateway.stop());

  const send = ({ method, path }: DocumentedWrite, body?: object, headers?: Record<string, string>, query = ''): Promise<Answer> =>
    gateway.client.send(method, path + query, { key: gateway.testKey, body, headers });

  it('is found', () => {
    expect(writes.length).toBeGreaterThan(70);
    expect(writes.reduce((sum, { members }) => sum + members.length, 0)).toBeGreaterThan(400);
  });

  it('400: refuses each of its members under a misspelt name, and hints at the member', async () => {
    let turn = 0;
    for (const write of writes) {
      for (const { prefix, name, names, bodyWith } of write.members) {
        const misspelt = wrongNameFor(name, names, turn++);
        const { status, error } = await send(write, bodyWith(misspelt));
        const shown = [write.operation, status, error.code, error.param, membersIn(error.hint)];
        expect(shown).toEqual([write.operation, 400, 'parameter_unknown', prefix + misspelt, expect.arrayContaining([`${prefix}${name}`])]);
      }
    }
    expect(gateway.commands).toEqual([]);
  });

  it('400: refuses a member and a query parameter that it does not know at all', async () => {
    for (const write of writes) {
      const inBody = await send(write, { wombat: 1 });
      expect([write.operation, inBody.status, inBody.error.code, inBody.error.param]).toEqual([
        write.operation,
        400,
        'parameter_unknown',
        'wombat',
      ]);
      const inQuery = await send(write, undefined, {}, '?wombat=1');
      expect([write.operation, inQuery.status, inQuery.error.code, inQuery.error.param]).toEqual([
        write.operation,
        400,
        'parameter_unknown',
        'wombat',
      ]);
    }
    expect(gateway.commands).toEqual([]);
  });

  it('400: refuses dry_run under a misspelt name', async () => {
    for (const write of writes.filter(({ takesDryRun }) => takesDryRun)) {
      for (const name of ['dryRun', 'dryrun', 'dry-run', 'dry_run[]']) {
        const { status, error } = await send(write, undefined, {}, `?${encodeURIComponent(name)}=true`);
        expect([write.operation, status, error.param, error.hint]).toEqual([
          write.operation,
          400,
          name,
          `In place of ${name} send dry_run.`,
        ]);
      }
    }
    expect(gateway.commands).toEqual([]);
  });

  it('400: refuses an idempotency key under another name, and preconditions of HTTP', async () => {
    for (const write of writes.filter(({ takesDryRun }) => takesDryRun)) {
      for (const name of ['X-Idempotency-Key', 'Idempotncy-Key', 'PayPal-Request-Id', 'If-Match', 'If-None-Match', 'If-Unmodified-Since']) {
        const { status, error } = await send(write, undefined, { [name]: '1', prefer: 'handling=lenient' });
        expect([write.operation, name, status, error.code]).toEqual([write.operation, name, 400, 'parameter_unknown']);
      }
    }
    expect(gateway.commands).toEqual([]);
  });
});

/** A misspelling that is no other name; they take turns. */
function wrongNameFor(name: string, names: readonly string[], turn: number): string {
  const inTurn = MISSPELLINGS.map((_one, index) => MISSPELLINGS[(turn + index) % MISSPELLINGS.length]!(name));
  const misspelt = inTurn.find((candidate) => candidate !== '' && candidate.length > 1 && !names.includes(candidate));
  if (misspelt === undefined) throw new Error(`no misspelling of ${name}`);
  return misspelt;
}

/** What a hint says to send. */
function membersIn(hint: string | null): string[] {
  const [, members = ''] = /^In place of .* send (.*)\.$/.exec(hint ?? '') ?? [];
  return members.split(' or ');
}
