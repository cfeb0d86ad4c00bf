import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A certificate and its key, PEM; `issuer` is what signs others with it. */
export interface TestCertificate {
  cert: string;
  key: string;
  name: string;
}

export interface CertificateOptions {
  /** Common name; also the subject. */
  name: string;
  /** DNS names it is good for. */
  hosts?: readonly string[];
  /** Who signs it; itself when missing. */
  issuer?: TestCertificate;
  isAuthority?: boolean;
  notBefore?: Date;
  notAfter?: Date;
}

const OID = { commonName: '550403', ecdsaSha256: '2a8648ce3d040302', basicConstraints: '551d13', subjectAltName: '551d11' };

/** Makes an X.509 certificate (RFC 5280) on the spot: nothing to install, nothing that expires in the repository. */
export function makeCertificate(options: CertificateOptions): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const body = toBeSigned(options, publicKey);
  const signer = options.issuer ? createPrivateKey(options.issuer.key) : privateKey;
  const der = sequence(body, algorithm(), bits(sign('sha256', body, signer)));
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
  return { cert, key, name: options.name };
}

function toBeSigned(options: CertificateOptions, publicKey: KeyObject): Buffer {
  const nowMs = performance.timeOrigin + performance.now();
  const notBefore = options.notBefore ?? new Date(nowMs - 3_600_000);
  const notAfter = options.notAfter ?? new Date(nowMs + 86_400_000);
  const serial = Buffer.from(publicKey.export({ type: 'spki', format: 'der' }).subarray(-8));
  serial[0] = 0x11;
  return sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, serial),
    algorithm(),
    nameOf(options.issuer?.name ?? options.name),
    sequence(time(notBefore), time(notAfter)),
    nameOf(options.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions(options))),
  );
}

function extensions({ hosts, isAuthority }: CertificateOptions): Buffer[] {
  const constraints = isAuthority
    ? [sequence(oid(OID.basicConstraints), tlv(0x01, Buffer.from([0xff])), octets(sequence(tlv(0x01, Buffer.from([0xff])))))]
    : [];
  const names = (hosts ?? []).map((host) => tlv(0x82, Buffer.from(host)));
  return names.length === 0 ? constraints : [...constraints, sequence(oid(OID.subjectAltName), octets(sequence(...names)))];
}

function nameOf(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid(OID.commonName), tlv(0x0c, Buffer.from(name)))));
}

function time(at: Date): Buffer {
  return tlv(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

function algorithm(): Buffer {
  return sequence(oid(OID.ecdsaSha256));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function octets(content: Buffer): Buffer {
  return tlv(0x04, content);
}

function bits(content: Buffer): Buffer {
  return tlv(0x03, Buffer.from([0]), content);
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts);
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
