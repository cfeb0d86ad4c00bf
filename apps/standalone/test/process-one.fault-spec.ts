import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findFreePort } from '#embedded';
import { eventually, programEnvironment } from '#testing';
import { settingsOf } from './cluster';

jest.setTimeout(60_000);

/** Makes a program process 1 of a namespace of its own, as a container does. */
const ALONE = [...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--pid', '--fork', '--kill-child'];
/** Some machines allow it to root alone. */
const itAlone = spawnSync('unshare', [...ALONE, 'true']).status === 0 ? it : it.skip;
const MAIN = (app: string): string => resolve(__dirname, `../../../dist/apps/${app}/src/main.js`);
/** Much less than the grace of a supervisor. */
const ENDS_WITHIN_MS = 5_000;

/** In a container the service is process 1, and the kernel keeps signals without a handler from it. */
describe('a service that is process 1 and waits for its Postgres', () => {
  itAlone.each(['payments', 'kyc', 'webhooks', 'gateway'])('ends on SIGTERM: %s', async (app) => {
    const away = `127.0.0.1:${await findFreePort()}`;
    const internalPort = String(await findFreePort());
    const env = programEnvironment({
      ...settingsOf(`postgres://hundi:hundi@${away}/hundi`, away),
      ...{ HOST: '127.0.0.1', INTERNAL_PORT: internalPort, PORT: String(await findFreePort()), LOG_LEVEL: 'fatal' },
      ...{ PAYMENTS_URL: `http://${away}`, KYC_URL: `http://${away}`, WEBHOOKS_URL: `http://${away}` },
      GATEWAY_INTERNAL_URL: `http://${away}`,
    });
    const outside = spawn('unshare', [...ALONE, process.execPath, MAIN(app)], { env, stdio: 'inherit' });
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${internalPort}/health/live`)).status).toBe(200), {
      withinMs: 20_000,
    });
    const [one] = readFileSync(`/proc/${outside.pid}/task/${outside.pid}/children`, 'utf8').trim().split(' ');
    const endedAtMs = once(outside, 'exit').then(() => performance.now());
    const askedAtMs = performance.now();
    process.kill(Number(one), 'SIGTERM');
    expect((await endedAtMs) - askedAtMs).toBeLessThan(ENDS_WITHIN_MS);
    expect(outside.exitCode).toBe(0);
  });
});
