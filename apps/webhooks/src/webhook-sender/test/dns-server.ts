import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What a name has: addresses of either family, perhaps behind another name. */
export interface DnsAnswer {
  a?: readonly string[];
  /** As 16 bytes in hex. */
  aaaa?: readonly string[];
  /** Names on the way, in order. */
  cnames?: readonly string[];
  /** 2: server failure, 3: no such name. */
  rcode?: number;
  ttlS?: number;
}

export interface DnsServer {
  /** `address:port`, as a resolver takes it. */
  address: string;
  /** `A name` and `AAAA name`, in the order of the questions. */
  readonly questions: string[];
  close(): void;
}

const TYPE_A = 1;
const TYPE_CNAME = 5;
const TYPE_AAAA = 28;

/**
 * A name server on a UDP socket of 127.0.0.1.
 *
 * @param answerOf undefined: it stays silent. `count` tells the how many-th question of that type for that name it is.
 */
export async function startDnsServer(answerOf: (name: string, count: number) => DnsAnswer | undefined): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, from) => {
    const { name, end } = readName(query, 12);
    const isA = query.readUInt16BE(end) === TYPE_A;
    const input = `${isA ? 'A' : 'AAAA'} ${name}`;
    questions.push(input);
    const answer = answerOf(name, questions.filter((asked) => asked === input).length);
    if (answer !== undefined) socket.send(reply(query, { end, isA, answer }), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, questions, close: () => socket.close() };
}

function reply(query: Buffer, { end, isA, answer }: { end: number; isA: boolean; answer: DnsAnswer }): Buffer {
  const records = [...chain(readName(query, 12).name, answer)];
  const last = answer.cnames?.at(-1) ?? readName(query, 12).name;
  const addresses = isA
    ? (answer.a ?? []).map((text) => Buffer.from(text.split('.').map(Number)))
    : (answer.aaaa ?? []).map((hex) => Buffer.from(hex, 'hex'));
  for (const address of addresses)
    records.push(record(last, { type: isA ? TYPE_A : TYPE_AAAA, content: address, ttlS: answer.ttlS ?? 60 }));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(query.readUInt16BE(0), 0);
  head.writeUInt16BE(0x8580 | (answer.rcode ?? 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, query.subarray(12, end + 4), ...records]);
}

function chain(name: string, { cnames = [], ttlS = 60 }: DnsAnswer): Buffer[] {
  return cnames.map((target, index) => record(cnames[index - 1] ?? name, { type: TYPE_CNAME, content: writeName(target), ttlS }));
}

function record(name: string, { type, content, ttlS }: { type: number; content: Buffer; ttlS: number }): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttlS, 4);
  fixed.writeUInt16BE(content.length, 8);
  return Buffer.concat([writeName(name), fixed, content]);
}

function writeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}
