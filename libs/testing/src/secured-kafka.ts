import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka } from '#embedded';
import { scramUsers, securedProperties, type SecuredBroker } from './secured-broker';

/** A real broker of its own that asks for TLS and a login, and knows access lists. */
export interface SecuredKafka {
  /** `localhost:<port>`. */
  brokers: string;
  /** PEM: who signed its certificate. */
  ca: string;
  caFile: string;
  /** May do everything. */
  admin: { username: string; password: string };
  /** With characters that need escaping elsewhere; a client sends them as they are. */
  passwordOf(user: string): string;
  stop(): Promise<void>;
}

const ADMIN = 'admin';
/** Every character that means something in a URL, a list, a quoted text or a file of properties. */
const SPECIAL = `p@ss:w/o?r#d% $,=;&"'\\ `;

/** @param users the others, none of whom may do anything before an access list says so. */
export async function startSecuredKafka(users: readonly string[]): Promise<SecuredKafka> {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-secured-kafka-'));
  const { keystore, caFile } = makeCertificate(folder);
  const passwordOf = (user: string): string => `${SPECIAL}of-${user}`;
  const passwords = Object.fromEntries([ADMIN, ...users].map((user) => [user, passwordOf(user)]));
  const ca = readFileSync(caFile, 'utf8');
  const secured: SecuredBroker = { keystore, truststore: caFile, admin: ADMIN, users: passwords };
  const kafka = await startEmbeddedKafka({
    dataDir: join(folder, 'kafka'),
    host: 'localhost',
    configure: (properties) => ({ ...properties, ...securedProperties(secured) }),
    formatParameters: scramUsers(secured),
    security: { tls: { ca }, sasl: true },
  });
  const stop = async (): Promise<void> => {
    await kafka.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const admin = { username: ADMIN, password: passwordOf(ADMIN) };
  return { brokers: kafka.brokers, ca, caFile, admin, passwordOf, stop };
}

/** A certificate for `localhost` that signs itself, good for two days. */
function makeCertificate(folder: string): { keystore: string; caFile: string } {
  const [key, caFile, keystore] = ['key.pem', 'ca.pem', 'keystore.pem'].map((name) => join(folder, name)) as [string, string, string];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-days', '2', '-keyout', key, '-out', caFile], { stdio: 'pipe' });
  writeFileSync(keystore, readFileSync(key, 'utf8') + readFileSync(caFile, 'utf8'), { mode: 0o600 });
  return { keystore, caFile };
}
