import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { loadConfig } from '#service';
import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { fingerprintOf, makeCertificate, type CertificateFiles } from '../../test/new-certificate';
import { RawSocket } from '../../test/raw-socket';
import { GatewayConfig } from '../config';

const RENEWED_WITHIN_MS = 60_000;

/** The certificate that a new connection is shown. */
function presentedAt(url: string, options: ConnectionOptions = {}): Promise<{ fingerprint: string; protocol: string | null }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), servername: 'localhost', rejectUnauthorized: false, ...options }, () => {
      resolve({ fingerprint: socket.getPeerCertificate().fingerprint256, protocol: socket.getProtocol() });
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('a gateway with a certificate', () => {
  let folder: string;
  let files: CertificateFiles;
  let gateway: GatewayUnderTest;
  const plain = getGlobalDispatcher();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-tls-'));
    files = makeCertificate(folder);
    setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(files.cert), servername: 'localhost' } }));
    gateway = await startGatewayUnderTest({ environment: { TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key } });
  });
  afterAll(async () => {
    await getGlobalDispatcher().destroy();
    setGlobalDispatcher(plain);
    await gateway.stop();
    rmSync(folder, { recursive: true });
  });

  it('answers over TLS, and says so to browsers', async () => {
    expect(gateway.url).toMatch(/^https:/);
    const { status, headers } = await gateway.client.get('/health/live');
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000; includeSubDomains']);
  });

  it('speaks TLS 1.2 and 1.3, and nothing older', async () => {
    expect((await presentedAt(gateway.url, { maxVersion: 'TLSv1.2' })).protocol).toBe('TLSv1.2');
    expect((await presentedAt(gateway.url)).protocol).toBe('TLSv1.3');
    await expect(presentedAt(gateway.url, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })).rejects.toThrow();
  });

  it('closes a connection that speaks plain HTTP, and goes on', async () => {
    const caller = await RawSocket.connect(gateway.url);
    caller.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await caller.untilClosed()).not.toContain('200 OK');
    expect((await gateway.client.get('/health/live')).status).toBe(200);
  });

  it(
    'keeps its certificate while the renewed files do not belong together, and shows the renewed one within a minute',
    async () => {
      const before = fingerprintOf(files);
      const renewed = makeCertificate(folder, 'renewed');
      copyFileSync(renewed.cert, files.cert);
      expect((await presentedAt(gateway.url)).fingerprint).toBe(before);
      copyFileSync(renewed.key, files.key);
      await eventually(async () => expect((await presentedAt(gateway.url)).fingerprint).toBe(fingerprintOf(renewed)), {
        withinMs: RENEWED_WITHIN_MS,
        everyMs: 500,
      });
    },
    2 * RENEWED_WITHIN_MS,
  );
});

describe('the settings of TLS', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'hundi-tls-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const problemsOf = (settings: Record<string, string>): string => {
    try {
      loadConfig(GatewayConfig, settings);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('end the start with a sentence about each file that is missing or wrong', () => {
    const files = makeCertificate(folder);
    const other = makeCertificate(folder, 'other');
    const text = join(folder, 'text.pem');
    writeFileSync(text, 'no certificate');
    const missing = join(folder, 'missing.pem');
    expect(problemsOf({ TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key })).not.toContain('TLS');
    expect(problemsOf({ TLS_CERT_FILE: files.cert })).toContain('TLS_CERT_FILE and TLS_KEY_FILE go together: set both or neither');
    expect(problemsOf({ TLS_CERT_FILE: missing, TLS_KEY_FILE: files.key })).toContain(
      'TLS_CERT_FILE names a file that cannot be read (ENOENT)',
    );
    expect(problemsOf({ TLS_CERT_FILE: text, TLS_KEY_FILE: files.key })).toContain(
      'TLS_CERT_FILE names a file without a certificate in PEM',
    );
    expect(problemsOf({ TLS_CERT_FILE: files.cert, TLS_KEY_FILE: text })).toContain(
      'TLS_KEY_FILE names a file without a private key in PEM',
    );
    expect(problemsOf({ TLS_CERT_FILE: files.cert, TLS_KEY_FILE: other.key })).toContain('the private key of another certificate');
  });
});

describe('transport security', () => {
  it.each([
    ['is not announced over plain HTTP', {}, {}, undefined],
    ['is not announced because a caller claims to use TLS', {}, { 'x-forwarded-proto': 'https' }, undefined],
    [
      'is announced where a trusted proxy terminates TLS',
      { TRUSTED_PROXIES: 'loopback' },
      { 'x-forwarded-proto': 'https' },
      'max-age=31536000; includeSubDomains',
    ],
    [
      'is not announced where a trusted proxy was reached over plain HTTP',
      { TRUSTED_PROXIES: 'loopback' },
      { 'x-forwarded-proto': 'http' },
      undefined,
    ],
  ])('%s', async (_name, environment, headers, expected) => {
    const gateway = await startGatewayUnderTest({ environment });
    try {
      const answer = await gateway.client.get('/health/live', { headers });
      expect(answer.headers['strict-transport-security']).toBe(expected);
    } finally {
      await gateway.stop();
    }
  });
});
