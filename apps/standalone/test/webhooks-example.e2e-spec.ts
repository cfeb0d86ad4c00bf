import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '#embedded';
import { hundiUnderTest } from '#testing';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();
const EXAMPLES = join(__dirname, '../../../examples');
/** Makes a server of Node answer half a second later than it means to. Without spaces: the shell takes the receiver apart at them. */
const ANSWERING_LATE = [
  'import{ServerResponse%20as%20Response}from"node:http"',
  'const%20end=Response.prototype.end',
  'Response.prototype.end=function(...all){setTimeout(()=>end.apply(this,all),500)}',
].join(';');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs the script as a reader of the documentation would: the Node of the machine, if there is one, may be too old for it. */
async function run(receiver?: string): Promise<{ code: number | null; output: string }> {
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    BASE_URL: hundi.baseUrl,
    API_KEY: hundi.testKey,
    PORT: String(await findFreePort()),
    ...(receiver && { RECEIVER: receiver }),
  };
  const child = spawn('/bin/sh', [join(EXAMPLES, 'webhooks.sh')], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, output };
}

describe('examples/webhooks.sh', () => {
  // An account that tries the example has endpoints of its own: the story is about the one that it registers.
  const other = createServer((request, response) => request.resume().on('end', () => response.end()));
  let otherPath = '';
  const api = (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${hundi.testKey}`, ...(body && { 'content-type': 'application/json' }) };
    return fetch(hundi.baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/other`;
    otherPath = (await api('POST', '/v1/webhook_endpoints', { url })).headers.get('location') ?? '';
    expect(otherPath).not.toBe('');
  });
  afterAll(async () => {
    await api('DELETE', otherPath);
    other.closeAllConnections();
    other.close();
  });

  it('registers, pays, receives, verifies and replays, with the receiver in TypeScript', async () => {
    const { code, output } = await run();
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Everything was as expected.') as string });
  });

  it('replays what a receiver that answers late was sent again', async () => {
    const { code, output } = await run(`${process.execPath} --import data:text/javascript,${ANSWERING_LATE} ${EXAMPLES}/receiver.ts`);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Everything was as expected.') as string });
  });

  // Named in the list of tests: without python3 the receiver in Python was not tried.
  (hasPython ? it : it.skip)(
    `does so with the receiver in Python${hasPython ? '' : ' (skipped: there is no python3 on this machine)'}`,
    async () => {
      const { code, output } = await run(`python3 ${EXAMPLES}/receiver.py`);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Everything was as expected.') as string });
    },
  );
});
