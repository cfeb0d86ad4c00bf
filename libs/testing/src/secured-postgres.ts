import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startEmbeddedPostgres } from '#embedded';
import { askDatabase } from './ask-database';
import { eventually } from './eventually';

/** A real Postgres of its own that refuses connections without TLS. */
export interface SecuredPostgres {
  /** Of the superuser on `localhost`, with the authority that signed the certificate, and everything about it checked. */
  url: string;
  /** The same without looking at the certificate, for a suite that presents a wrong one. */
  unverifiedUrl: string;
  /** PEM file of the authority that signed the certificate, which is for the name `localhost` alone. */
  caFile: string;
  /** PEM file of an authority that did not. */
  foreignCaFile: string;
  /** From now on connections are shown another certificate; those of Hundi that are open are ended. */
  present(certificate: PostgresCertificate): Promise<void>;
  stop(): Promise<void>;
}

/** The right one; one that another authority signed; one of the right authority for another name. */
export type PostgresCertificate = 'own' | 'foreign' | 'other-name';

const OPEN_CONNECTIONS_END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'hundi %'`;
const EVERYBODY_OVER_TLS = 'hostssl all all 127.0.0.1/32 scram-sha-256\n';

export async function startSecuredPostgres(): Promise<SecuredPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-secured-postgres-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  const [authority, foreign] = [makeAuthority(folder, 'authority'), makeAuthority(folder, 'foreign')];
  const certificates: Record<PostgresCertificate, KeyPair> = {
    own: makeCertificate(folder, authority, 'localhost'),
    foreign: makeCertificate(folder, foreign, 'localhost'),
    'other-name': makeCertificate(folder, authority, 'other.example'),
  };
  const cluster = join(folder, 'postgres/cluster');
  for (const files of Object.values(certificates)) giveTo(cluster, Object.values(files));
  // Read with the certificate: from then on connections need TLS.
  writeFileSync(join(cluster, 'pg_hba.conf'), EVERYBODY_OVER_TLS);
  await present(postgres.url, certificates.own);
  const url = withSearch(postgres.url, { sslmode: 'verify-full', sslrootcert: authority.cert });
  await eventually(() => askDatabase(url, 'SELECT 1'));
  const unverifiedUrl = withSearch(postgres.url, { sslmode: 'no-verify' });
  const presentOther = async (certificate: PostgresCertificate): Promise<void> => {
    await present(unverifiedUrl, certificates[certificate]);
    await eventually(async () => {
      if ((await isTrusted(url)) !== (certificate === 'own'))
        throw new Error(`Postgres does not show the certificate "${certificate}" yet`);
    });
    await askDatabase(unverifiedUrl, OPEN_CONNECTIONS_END);
  };
  const stop = async (): Promise<void> => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, unverifiedUrl, caFile: authority.cert, foreignCaFile: foreign.cert, present: presentOther, stop };
}

/** Postgres takes all three up at once. */
async function present(url: string, { cert, key }: KeyPair): Promise<void> {
  await askDatabase(url, `ALTER SYSTEM SET ssl_cert_file = '${cert}'`);
  await askDatabase(url, `ALTER SYSTEM SET ssl_key_file = '${key}'`);
  await askDatabase(url, `ALTER SYSTEM SET ssl = on`);
  await askDatabase(url, 'SELECT pg_reload_conf()');
}

async function isTrusted(url: string): Promise<boolean> {
  return askDatabase(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

function withSearch(address: string, search: Record<string, string>): string {
  const url = new URL(address);
  url.hostname = 'localhost';
  url.search = new URLSearchParams(search).toString();
  return url.toString();
}

interface KeyPair {
  cert: string;
  key: string;
}

function makeAuthority(folder: string, name: string): KeyPair {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  openssl(['-subj', `/CN=${name}`, '-out', files.cert, '-keyout', files.key]);
  return files;
}

function makeCertificate(folder: string, authority: KeyPair, host: string): KeyPair {
  const name = `${basename(authority.cert, '.pem')}-${host}`;
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const signed = ['-CA', authority.cert, '-CAkey', authority.key, '-addext', 'basicConstraints=CA:FALSE'];
  openssl(['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, ...signed, '-out', files.cert, '-keyout', files.key]);
  return files;
}

/** Good for two days. */
function openssl(more: readonly string[]): void {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', ...more], { stdio: 'pipe' });
}

/** Postgres reads a key only when it is its own. */
function giveTo(cluster: string, files: readonly string[]): void {
  const { uid, gid } = statSync(cluster);
  for (const file of files) {
    chmodSync(file, 0o600);
    chownSync(file, uid, gid);
  }
}
