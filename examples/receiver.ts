// A receiver of webhooks in TypeScript with nothing but Node (22.18 or later runs it as it is):
//
//   WEBHOOK_SECRET=whsec_… PORT=3000 node examples/receiver.ts
//
// It verifies the raw body, knows an event that comes again, leaves out what is older than what it has seen, and answers first.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET = '', PORT = '3000' } = process.env;
/** Older or newer than this is somebody who sends an old request again. */
const TOLERANCE_S = 5 * 60;

interface HundiEvent {
  id: string;
  type: string;
  sequence: number;
  resource: { type: string; id: string };
  data: { object: Record<string, unknown> };
}

/** The event of a request, or undefined when Hundi did not sign it. The body must be the bytes as they came. */
export function verify(body: Buffer, headers: Record<string, unknown>, secret: string): HundiEvent | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const ageS = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageS <= TOLERANCE_S)) return undefined;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.`)
    .update(body)
    .digest();
  // While a secret is rotated there is one signature for each: one that fits is enough.
  const isSigned = String(signatures)
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  return isSigned ? (JSON.parse(body.toString()) as HundiEvent) : undefined;
}

/**
 * Stands for your database: `webhook-id` under a unique key, and the last sequence of each object, both written in the
 * transaction of the effect. Keep the ids for 35 days at least.
 */
const seenIds = new Set<string>();
const lastSequence = new Map<string, number>();

/** What to do with an event: act on it, or not, because it came before or is older than what is known. */
export function classify({ id, sequence, resource }: HundiEvent): 'new' | 'again' | 'stale' {
  if (seenIds.has(id)) return 'again';
  seenIds.add(id);
  if (sequence < (lastSequence.get(resource.id) ?? 0)) return 'stale';
  lastSequence.set(resource.id, sequence);
  return 'new';
}

if (process.argv[1]?.endsWith('receiver.ts')) {
  if (!WEBHOOK_SECRET.startsWith('whsec_')) {
    console.error('Set WEBHOOK_SECRET to the secret that creating the endpoint answered.');
    process.exit(1);
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const event = verify(Buffer.concat(parts), request.headers, WEBHOOK_SECRET);
      if (event === undefined) {
        console.log('refused');
        return response.writeHead(400).end();
      }
      const verdict = classify(event);
      // Answer now, work afterwards: a queue of your own is the place for what takes long.
      response.writeHead(200).end();
      console.log(`${verdict} ${event.type} ${event.id} ${event.resource.id} ${event.sequence}`);
    });
  });
  server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));
}
