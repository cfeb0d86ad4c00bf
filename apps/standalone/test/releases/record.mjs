// Records the log of a release for the tests: starts it, plays its own examples, and writes what it stored.
//   node apps/standalone/test/releases/record.mjs <folder of a built checkout> <name of the release>
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Those of libs/testing: the recorded personal values are opened with them. */
const KEYS = {
  PERSONAL_DATA_KEYS: `test-1:${Buffer.alloc(32, 1).toString('base64')}`,
  PERSONAL_DATA_INDEX_KEY: 'index-key-of-the-tests-32-letters',
};
const EXAMPLES = ['merchant.sh', 'kyc.sh', 'webhooks.sh'];
const SERVICES = ['payments', 'kyc', 'webhooks'];

const [checkout, name] = process.argv.slice(2);
if (checkout === undefined || name === undefined) throw new Error('usage: record.mjs <folder of a built checkout> <name of the release>');
const folder = mkdtempSync(join(tmpdir(), 'hundi-record-'));
chmodSync(folder, 0o755); // the user that runs Postgres must pass through
const dataDir = join(folder, 'data');
const [port, acquirerPort] = [await findFreePort(), await findFreePort()];
const processes = [];
try {
  start('tools/fake-acquirer/main.js', {
    ACQUIRER_PORT: acquirerPort,
    ACQUIRER_CALLBACK_URL: `http://127.0.0.1:${port}/v1/processor_webhooks/acquirer`,
  });
  const settings = {
    PORT: port,
    ACQUIRER_URL: `http://127.0.0.1:${acquirerPort}`,
    PUBLIC_URL: 'http://localhost:4000',
    PAYMENT_POLL_START_MS: '500',
    WEBHOOKS_TEST_TARGET_ALLOWLIST: '127.0.0.1',
  };
  await record(
    await bannerOf(
      start('apps/standalone/src/main.js', {
        ...KEYS,
        ...settings,
        HUNDI_DATA_DIR: dataDir,
        RATE_LIMIT_ENABLED: 'false',
        LOG_LEVEL: 'error',
      }),
    ),
  );
} finally {
  for (const process of processes.reverse()) {
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

function start(program, environment) {
  const options = { cwd: checkout, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] };
  const child = spawn(process.execPath, [join(checkout, 'dist', program)], options);
  processes.push(child);
  return child;
}

async function bannerOf(hundi) {
  let text = '';
  for await (const chunk of hundi.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('Ctrl-C stops Hundi')) break;
  }
  const find = (label) => new RegExp(`${label}\\s+(\\S+)`).exec(text)?.[1];
  return { BASE_URL: find('Base URL'), API_KEY: find('Test key') };
}

async function record(environment) {
  for (const example of EXAMPLES) {
    const { status, stdout, stderr } = spawnSync('sh', [join(checkout, 'examples', example)], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${example} ended with ${status}:\n${stdout}\n${stderr}`);
  }
  await playMore(environment);
  const client = new pg.Client({ connectionString: JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).databaseUrl });
  await client.connect();
  const rows = async (text) => (await client.query(text)).rows.map(({ row }) => row);
  try {
    await untilPublished(client);
    const into = join(import.meta.dirname, name);
    mkdirSync(into, { recursive: true });
    const write = (file, lines) => writeFileSync(join(into, `${file}.jsonl`), lines.map((line) => `${line}\n`).join(''));
    for (const service of SERVICES) {
      write(`${service}.events`, await rows(`SELECT row_to_json(e)::text AS row FROM ${service}.events e ORDER BY shard, position`));
      write(`${service}.streams`, await rows(`SELECT row_to_json(s)::text AS row FROM ${service}.streams s ORDER BY stream_id`));
    }
    write('data_keys', await rows('SELECT row_to_json(k)::text AS row FROM vault.data_keys k ORDER BY 1'));
    write('published', await rows('SELECT body AS row FROM webhooks.feed_events ORDER BY event_id'));
  } finally {
    await client.end();
  }
}

/** What the examples leave out, as far as the sandbox and the fake acquirer show it. */
async function playMore({ BASE_URL, API_KEY }) {
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
    const answer = await fetch(BASE_URL + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status >= 400 && answer.status !== 402) console.error(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const until = async (path, statuses) => {
    for (let look = 0; look < 100; look++) {
      const { status } = await call('GET', path);
      if (statuses.includes(status)) return;
      await delay(100);
    }
    console.error(`${path} never became ${statuses.join(' or ')}`);
  };
  const pay = (body) => call('POST', '/v1/payments', { amount: 50_000, currency: 'INR', ...body });
  const far = (how, more) => pay({ payment_method: 'card', processor: 'acquirer', metadata: { acquirer: `${how} delay=300` }, ...more });
  const card = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };

  const captured = await far('captured');
  await far('late');
  await far('captured off=5');
  const held = await far('captured', { capture_method: 'manual' });
  const unwilling = await far('captured capture=refused', { capture_method: 'manual' });
  const locked = await far('otp');
  const forgotten = await far('pending');
  await far('insufficient_funds');
  await until(`/v1/payments/${captured.id}`, ['captured']);
  await until(`/v1/payments/${held.id}`, ['authorized']);
  await until(`/v1/payments/${unwilling.id}`, ['authorized']);
  await until(`/v1/payments/${locked.id}`, ['requires_action']);
  for (const otp of ['000000', '111000']) {
    await call('POST', `/v1/payments/${locked.id}/submit_otp`, { otp });
    await until(`/v1/payments/${locked.id}`, ['requires_action', 'captured']);
  }
  await call('POST', `/v1/payments/${held.id}/cancel`, {});
  await call('POST', `/v1/payments/${unwilling.id}/capture`, {});
  await call('POST', `/v1/payments/${forgotten.id}/sync`);
  const back = await call('POST', '/v1/refunds', { payment_id: captured.id, amount: 10_000 });
  await until(`/v1/refunds/${back.id}`, ['processed']);
  await call('PATCH', `/v1/refunds/${back.id}`, { metadata: { checked: true } });

  const customer = await call('POST', '/v1/customers', { name: 'Asha Verma', email: 'asha@example.com', reference_id: 'user-1001' });
  const saved = await pay({ payment_method: 'card', card, customer_id: customer.id, save_payment_method: true, reference_id: 'order-1' });
  await pay({ payment_method: 'upi', amount: 201, reference_id: 'order-2' });
  await pay({ payment_method: 'netbanking', netbanking: { bank: 'HDFC' } });
  const { data: methods = [] } = await call('GET', `/v1/customers/${customer.id}/payment_methods`);
  if (methods[0]) await call('DELETE', `/v1/customers/${customer.id}/payment_methods/${methods[0].id}`);
  await call('PATCH', `/v1/customers/${customer.id}`, { name: 'Asha V. Rao', metadata: { tier: 'gold' } });
  const refused = await call('POST', '/v1/refunds', { payment_id: saved.id, amount: 1_000, metadata: { sandbox_outcome: 'failed' } });
  await until(`/v1/refunds/${refused.id}`, ['failed']);
  const paidOut = await call('POST', '/v1/refunds', { payment_id: saved.id, amount: 2_000 });
  await call('POST', `/v1/test_helpers/refunds/${paidOut.id}/simulate`, { outcome: 'failed', reason: 'account_closed' });
  const identity = { customer_id: customer.id, document_type: 'pan', document_number: 'ZZZPS0001V' };
  const verification = await call('POST', '/v1/kyc/verifications', {
    ...identity,
    consent: { given: true, purpose: 'onboarding', text_version: '1', captured_at: 1_793_527_200 },
  });
  await call('POST', `/v1/kyc/verifications/${verification.id}/withdraw_consent`, {});
  await call('DELETE', `/v1/customers/${customer.id}`);

  const endpoint = await call('POST', '/v1/webhook_endpoints', { url: `http://127.0.0.1:${acquirerPort}/hook` });
  await call('PATCH', `/v1/webhook_endpoints/${endpoint.id}`, { description: 'The shop' });
  await call('POST', `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`, {});
  await call('POST', `/v1/webhook_endpoints/${endpoint.id}/disable`, {});
  await call('POST', `/v1/webhook_endpoints/${endpoint.id}/enable`);
  await delay(2_000);
}

/** Until everything is in the feed. */
async function untilPublished(client) {
  const open = SERVICES.map((service) => `SELECT count(*) AS n FROM ${service}.events WHERE meta ->> 'sequence' IS NOT NULL`).join(
    ' UNION ALL ',
  );
  const text = `SELECT (SELECT sum(n) FROM (${open}) o) = (SELECT count(*) FROM webhooks.feed_events) AS done`;
  for (let look = 0; look < 100; look++) {
    if ((await client.query(text)).rows[0].done) return;
    await delay(200);
  }
  throw new Error('the feed did not catch up');
}
