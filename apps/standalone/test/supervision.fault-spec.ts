import { isAlive } from '#embedded';
import { eventually, type HundiProcess, serviceProcessesOf, startHundi } from '#testing';
import { lineOf, paste } from './pasted-commands';

jest.setTimeout(120_000);

/** The process ids of the four services, by name. */
const services = (standalone: number): Map<string, number> => new Map(serviceProcessesOf(standalone).map(({ name, pid }) => [name, pid]));

describe('npm run start:kafka', () => {
  let hundi: HundiProcess;

  beforeAll(async () => {
    hundi = await startHundi({ mode: 'kafka' });
  });

  afterAll(() => hundi?.stopAndRemove());

  it('runs each service in a process of its own', () => {
    expect([...services(hundi.pid).keys()].sort()).toEqual(['gateway', 'kyc', 'payments', 'webhooks']);
  });

  it('starts a service again that died, and goes on taking payments', async () => {
    const before = services(hundi.pid).get('payments') ?? 0;
    process.kill(before, 'SIGKILL');
    const create = lineOf(hundi.output(), 'curl -sS -X POST');
    await eventually(async () => expect(await paste(create)).toMatchObject({ status: 201, body: { status: 'captured' } }), {
      withinMs: 30_000,
    });
    expect(services(hundi.pid).get('payments')).not.toBe(before);
    await eventually(() => expect(hundi.output()).toContain('service ended, restarting'));
  });

  it('takes the services down with it when it is killed itself', async () => {
    const pids = [...services(hundi.pid).values()];
    expect(pids).toHaveLength(4);
    await hundi.end('SIGKILL');
    await eventually(() => expect(pids.filter(isAlive)).toEqual([]), { everyMs: 100 });
    hundi = await startHundi({ mode: 'kafka', dataDir: hundi.dataDir });
  });
});
