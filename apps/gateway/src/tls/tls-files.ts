import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Paths of PEM files: the certificate with its chain, and its private key. */
export interface TlsFiles {
  tlsCertFile: string;
  tlsKeyFile: string;
}

/** The contents of the files, PEM. */
export interface TlsPair {
  cert: Buffer;
  key: Buffer;
}

/**
 * The certificate and its private key, read and compared.
 *
 * @throws Error with a sentence about the variable whose file is wrong.
 */
export function readTlsPair({ tlsCertFile, tlsKeyFile }: TlsFiles): TlsPair {
  const cert = readNamedFile('TLS_CERT_FILE', tlsCertFile);
  const key = readNamedFile('TLS_KEY_FILE', tlsKeyFile);
  if (!parseCertificate(cert).checkPrivateKey(parsePrivateKey(key))) {
    throw new Error('TLS_KEY_FILE names a file with the private key of another certificate than that of TLS_CERT_FILE');
  }
  return { cert, key };
}

/** The settings of the gateway's own TLS; null where it listens on plain HTTP. */
export function tlsFilesOf({ tlsCertFile, tlsKeyFile }: Partial<TlsFiles>): TlsFiles | null {
  return tlsCertFile === undefined || tlsKeyFile === undefined ? null : { tlsCertFile, tlsKeyFile };
}

/** A setting that names one of the two files; the start ends with a sentence where one is missing or wrong. */
export function IsTlsFile(): PropertyDecorator {
  return ValidateBy({
    name: 'isTlsFile',
    validator: {
      validate: (_value: unknown, args?: ValidationArguments) => findProblem(args?.object as Partial<TlsFiles>) === null,
      defaultMessage: (args?: ValidationArguments) => findProblem(args?.object as Partial<TlsFiles>) ?? '',
    },
  });
}

function findProblem(config: Partial<TlsFiles>): string | null {
  const files = tlsFilesOf(config);
  if (files === null) return 'TLS_CERT_FILE and TLS_KEY_FILE go together: set both or neither';
  try {
    readTlsPair(files);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function readNamedFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${variable} names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function parseCertificate(cert: Buffer): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch {
    throw new Error('TLS_CERT_FILE names a file without a certificate in PEM');
  }
}

function parsePrivateKey(key: Buffer): KeyObject {
  try {
    return createPrivateKey(key);
  } catch {
    throw new Error('TLS_KEY_FILE names a file without a private key in PEM, or with an encrypted one');
  }
}
