import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const METADATA = { api: 3, version: 1 };
const API_VERSIONS = { api: 18, version: 0 };
const PROBE_TIMEOUT_MS = 2_000;
/** Length, correlation id, and the number of brokers. */
const METADATA_ANSWER_BYTES = 12;
/** Length, correlation id, and the error code. */
const VERSIONS_ANSWER_BYTES = 10;

/** What a broker is to be asked with. */
export interface ProbeSecurity {
  /** PEM texts, or nothing for what the system trusts. Undefined: plain text. */
  tls?: { ca?: string; cert?: string; key?: string } | undefined;
  /** Present when clients must log in; the probe does not. */
  sasl?: unknown;
}

/**
 * Whether a Kafka broker serves clients at this address: it answers a metadata request and names at least one live
 * broker. An open port is not enough, it opens before the broker is registered. A broker with logins answers no stranger
 * but which versions it speaks, and that is enough then. Spoken by hand, since kafkajs belongs to `#messaging` alone.
 */
export async function brokerAnswers(address: string, security: ProbeSecurity = {}): Promise<boolean> {
  const { host, port } = parseAddress(address);
  const isOpen = security.tls === undefined && security.sasl === undefined;
  return new Promise((resolve) => {
    const socket: Socket =
      security.tls === undefined ? connect({ host, port }) : connectTls({ host, port, servername: host, ...security.tls });
    let received = Buffer.alloc(0);
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once(security.tls === undefined ? 'connect' : 'secureConnect', () =>
      socket.write(isOpen ? metadataRequest() : versionsRequest()),
    );
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < (isOpen ? METADATA_ANSWER_BYTES : VERSIONS_ANSWER_BYTES)) return;
      finish(isOpen ? received.readInt32BE(8) > 0 : received.readInt16BE(8) === 0);
    });
  });
}

/** @param address `host:port`; of a list the first counts. */
function parseAddress(address: string): { host: string; port: number } {
  const first = address.split(',')[0] ?? '';
  const colon = first.lastIndexOf(':');
  return { host: first.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(first.slice(colon + 1)) };
}

/** An empty list of topics. */
function metadataRequest(): Buffer {
  return request(METADATA, Buffer.alloc(4));
}

function versionsRequest(): Buffer {
  return request(API_VERSIONS, Buffer.alloc(0));
}

/** Request header v1 (api, version, correlation id, client id) and the body, after their length. */
function request({ api, version }: { api: number; version: number }, body: Buffer): Buffer {
  const client = Buffer.from('hundi-probe');
  const header = Buffer.alloc(4 + 2 + 2 + 4 + 2 + client.length);
  header.writeInt32BE(header.length - 4 + body.length, 0);
  header.writeInt16BE(api, 4);
  header.writeInt16BE(version, 6);
  header.writeInt32BE(1, 8);
  header.writeInt16BE(client.length, 12);
  client.copy(header, 14);
  return Buffer.concat([header, body]);
}
