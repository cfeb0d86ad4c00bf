import { connect } from 'node:net';

const METADATA_API = 3;
const METADATA_VERSION = 1;
const PROBE_TIMEOUT_MS = 2_000;
/** Length, correlation id, and the number of brokers. */
const ANSWER_BYTES = 12;

/**
 * Whether a Kafka broker serves clients at this address: it answers a metadata request and names at least one live
 * broker. An open port is not enough, it opens before the broker is registered. Spoken by hand, since kafkajs belongs
 * to `#messaging` alone.
 */
export async function brokerAnswers(address: string): Promise<boolean> {
  const { host, port } = parseAddress(address);
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let received = Buffer.alloc(0);
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('connect', () => socket.write(metadataRequest()));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= ANSWER_BYTES) finish(received.readInt32BE(8) > 0);
    });
  });
}

/** @param address `host:port`; of a list the first counts. */
export function parseAddress(address: string): { host: string; port: number } {
  const first = address.split(',')[0] ?? '';
  const colon = first.lastIndexOf(':');
  return { host: first.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(first.slice(colon + 1)) };
}

/** Request header v1 (api, version, correlation id, client id) and an empty list of topics, after its length. */
function metadataRequest(): Buffer {
  const client = Buffer.from('hundi-probe');
  const request = Buffer.alloc(4 + 2 + 2 + 4 + 2 + client.length + 4);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(METADATA_API, 4);
  request.writeInt16BE(METADATA_VERSION, 6);
  request.writeInt32BE(1, 8);
  request.writeInt16BE(client.length, 12);
  client.copy(request, 14);
  return request;
}
