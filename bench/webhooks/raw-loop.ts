import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { SECRET } from './stage';

/** About 1 kB, as most events are. */
export const BODY = JSON.stringify({ id: 'evt_0001', object: 'event', data: { object: { note: 'x'.repeat(900) } } });

/** One way to deliver, measured against the others in the same run. */
export interface Sender {
  name: string;
  send(index: number): Promise<void>;
  close(): Promise<void>;
}

/** The headers that every sender writes, so that they are compared at the same job. */
function signedHeaders(index: number): Record<string, string> {
  const id = `evt_${index}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${BODY}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'bench',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    'webhook-attempt': '1',
    'webhook-delivery-id': 'whd_0001',
    'webhook-endpoint-id': 'we_0001',
  };
}

/** The limit: what one gets who writes nothing but `undici.request` and an HMAC. */
export function rawRequest(origin: string, inFlight: number): Sender {
  const pool = new Pool(origin, { connections: inFlight, pipelining: 1 });
  return {
    name: 'undici.request',
    send: async (index) => {
      const { body, statusCode } = await pool.request({ path: '/hook', method: 'POST', headers: signedHeaders(index), body: BODY });
      await body.text();
      if (statusCode !== 200) throw new Error(`answered with ${statusCode}`);
    },
    close: () => pool.close(),
  };
}

/** The same with `fetch`. */
export function rawFetch(origin: string): Sender {
  return {
    name: 'fetch',
    send: async (index) => {
      const response = await fetch(`${origin}/hook`, { method: 'POST', headers: signedHeaders(index), body: BODY });
      await response.text();
    },
    close: () => Promise.resolve(),
  };
}

/** A closed loop. Deliveries a second of this process's CPU: steady where the machine is busy, as wall time is not. */
export async function perCpuSecond({ send }: Sender, { inFlight, seconds }: { inFlight: number; seconds: number }): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000;
  const before = process.cpuUsage();
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) await send(sent++);
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const { user, system } = process.cpuUsage(before);
  return sent / ((user + system) / 1_000_000);
}
