import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent, request, type Dispatcher } from 'undici';
import { findFreePort } from '#embedded';
import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { makeCertificate, type CertificateFiles } from '../../test/new-certificate';
import { createApiKey } from '../accounts/operator-accounts';

const EXAMPLES = resolve(__dirname, '../../../../deploy/tls');
/** Not the address of the proxy, which the gateway trusts. */
const CALLER = '127.0.0.2';
const UNKNOWN_ID = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

interface Place {
  folder: string;
  gateway: string;
  files: CertificateFiles;
  https: number;
  http: number;
}

/** The example with the addresses and files of the test. */
function exampleFor(name: string, { gateway, files, https, http }: Place): string {
  return readFileSync(join(EXAMPLES, name), 'utf8')
    .replaceAll('127.0.0.1:4000', gateway)
    .replaceAll('payments.example.com', 'localhost')
    .replaceAll('/etc/hundi/tls/fullchain.pem', files.cert)
    .replaceAll('/etc/hundi/tls/privkey.pem', files.key)
    .replace('listen 443', `listen 127.0.0.1:${https}`)
    .replace('listen 80', `listen 127.0.0.1:${http}`);
}

function startNginx(place: Place): ChildProcess {
  const { folder } = place;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
  const inHttp = `http { access_log off; ${temporary}\n${exampleFor('nginx.conf', place)}\n}`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `daemon off; master_process off; pid ${folder}/nginx.pid; events {}\n${inHttp}`);
  return spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
}

function startCaddy(place: Place): ChildProcess {
  const { folder, http, https } = place;
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\nadmin off\nhttp_port ${http}\nhttps_port ${https}\n}\n${exampleFor('Caddyfile', place)}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env });
}

function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'caddy' ? 'version' : '-v'], { stdio: 'ignore' }).status === 0;
}

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
])('the example for %s', (program, start) => {
  if (!isInstalled(program)) {
    it.skip(`is not tried: apt-get install ${program}`, () => undefined);
    return;
  }
  let place: Place;
  let gateway: GatewayUnderTest;
  let proxy: ChildProcess;
  let dispatcher: Agent;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hundi-proxy-'));
    mkdirSync(join(folder, 'logs'));
    gateway = await startGatewayUnderTest({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const files = makeCertificate(folder);
    const ports = { https: await findFreePort('127.0.0.1'), http: await findFreePort('127.0.0.1') };
    place = { folder, gateway: new URL(gateway.url).host, files, ...ports };
    dispatcher = new Agent({ localAddress: CALLER, connect: { ca: readFileSync(files.cert) } });
    proxy = start(place);
  });
  afterAll(async () => {
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
    await dispatcher.destroy();
    await gateway.stop();
    rmSync(place.folder, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Dispatcher.ResponseData> =>
    request(`https://localhost:${place.https}${path}`, { dispatcher, headers });

  it('passes requests on over TLS, and browsers are held to TLS', async () => {
    await eventually(async () => {
      const { statusCode, headers, body } = await get('/health/live');
      await body.dump();
      expect([statusCode, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000; includeSubDomains']);
    });
  });

  it('shows the gateway the address of the caller, whatever the caller claims', async () => {
    const { key } = await createApiKey(gateway.keyStore, {
      accountId: gateway.accountId,
      kind: 'secret',
      livemode: false,
      allowedAddresses: ['203.0.113.0/24'],
    });
    const { statusCode, body } = await get(UNKNOWN_ID, { authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.9' });
    await body.dump();
    expect(statusCode).toBe(403);
  });

  it('serves no API over plain HTTP', async () => {
    const { statusCode, body } = await request(`http://localhost:${place.http}/v1/payments`, { method: 'POST' });
    await body.dump();
    expect(statusCode).toBeGreaterThanOrEqual(300);
    expect(gateway.commands).toEqual([]);
  });
});
