import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a certificate for `localhost` that signs itself, good for two days, and of its key. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

/** Written over the files of the same name. */
export function makeCertificate(folder: string, name = 'tls'): CertificateFiles {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-days', '2', '-keyout', files.key, '-out', files.cert], {
    stdio: 'pipe',
  });
  return files;
}

export function fingerprintOf({ cert }: CertificateFiles): string {
  return new X509Certificate(readFileSync(cert)).fingerprint256;
}
