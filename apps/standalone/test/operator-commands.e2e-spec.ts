import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, hundiUnderTest, programEnvironment, standaloneProgram } from '#testing';
import { runProgram } from './run-program';

/** What an operator orders a running Hundi to do, in one process and over Kafka. */
jest.setTimeout(120_000);

const hundi = hundiUnderTest();

type Answer = Record<string, unknown> & { id: string };

async function call(path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<Answer> {
  const response = await fetch(`${hundi.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

describe('npm run unsettled', () => {
  const unsettled = (...parameters: string[]): Promise<string> =>
    runProgram('operator/unsettled.js', parameters, { HUNDI_DATA_DIR: hundi.dataDir });
  /** A refund whose outcome polling will never bring. */
  const pendingRefund = async (): Promise<{ payment: string; refund: string }> => {
    const payment = (await call('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi' })).id;
    const made = await call('/v1/refunds', { payment_id: payment, amount: 20_000, metadata: { sandbox_outcome: 'pending' } });
    expect(made).toMatchObject({ status: 'pending' });
    return { payment, refund: made.id };
  };

  it('lists a refund that is pending for too long, and ends it as the operator found it, with who and why', async () => {
    const { payment, refund } = await pendingRefund();
    expect(await unsettled('list')).not.toContain(refund);
    const line = `{"id":"${refund}","why":"refund_pending","status":"pending","amount":20000`;
    await eventually(async () => expect(await unsettled('list', '--days', '0')).toContain(line), { withinMs: 60_000 });
    const printed = await unsettled('resolve', refund, '--as', 'processed', '--utr', 'AXIS1', '--note', 'seen at the bank', '--by', 'asha');
    expect(printed).toBe(`${refund} is processed, says asha.\n`);
    expect(await call(`/v1/refunds/${refund}`)).toMatchObject({ status: 'processed', acquirer_reference: { utr: 'AXIS1' } });
    expect(await call(`/v1/payments/${payment}`)).toMatchObject({ amount_refunded: 20_000 });
    expect(await unsettled('list', '--days', '0')).not.toContain(refund);
    await expect(unsettled('resolve', refund, '--as', 'failed', '--note', 'again')).rejects.toThrow('no processor contradicted it');
  });
});

describe('npm run webhook-endpoint', () => {
  const program = (...parameters: string[]): Promise<string> =>
    runProgram('operator/webhook-endpoint.js', parameters, { HUNDI_DATA_DIR: hundi.dataDir });

  it('disables an endpoint so that only the operator can enable it again', async () => {
    const id = String((await call('/v1/webhook_endpoints', { url: 'https://shop.example.com/hook' })).id);
    const path = `/v1/webhook_endpoints/${id}`;
    expect(await program('disable', id, '--note', 'floods others', '--by', 'asha')).toBe(`${id} is disabled, says asha.\n`);
    expect(await call(path)).toMatchObject({ status: 'disabled', disabled_reason: 'admin' });
    expect(await call(`${path}/enable`, {})).toMatchObject({ error: { code: 'state_conflict', reason: 'admin' } });
    expect(await program('enable', id, '--note', 'mended', '--by', 'asha')).toBe(`${id} is enabled, says asha.\n`);
    const record = await call(path);
    expect(record).toMatchObject({ status: 'enabled', disabled_reason: null });
    expect(JSON.stringify(record)).not.toContain('floods');
    await call(path, undefined, 'DELETE');
  });
});

describe('a command for a gateway that cannot take it', () => {
  const disable = (id: string, gatewayUrl: string): Promise<string> => {
    const environment = { HUNDI_DATA_DIR: hundi.dataDir, GATEWAY_INTERNAL_URL: gatewayUrl };
    return runProgram('operator/webhook-endpoint.js', ['disable', id, '--note', 'floods others'], environment);
  };

  it('says that nothing answers there, or that it is no gateway', async () => {
    const id = String((await call('/v1/webhook_endpoints', { url: 'https://shop.example.com/away' })).id);
    const other = createServer((_request, response) => response.end('<html>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const answers = await Promise.allSettled([disable(id, otherUrl), disable(id, hundi.baseUrl)]);
    await new Promise((resolve) => other.close(resolve));
    answers.push(...(await Promise.allSettled([disable(id, otherUrl)])));
    await call(`/v1/webhook_endpoints/${id}`, undefined, 'DELETE');
    expect(answers.map((answer) => String((answer as PromiseRejectedResult).reason).split('\n')[0])).toEqual([
      `Error: What answers at ${otherUrl} is not the internal port of a gateway (200).`,
      `Error: What answers at ${hundi.baseUrl} is not the internal port of a gateway (404).`,
      `Error: The gateway at ${otherUrl} does not answer (ECONNREFUSED): nothing was changed.`,
    ]);
  });
});

describe('npm run log-epoch -- begin', () => {
  it('is refused while services run: they would publish in the epoch before, and a shard of webhooks would wait for an operator', async () => {
    const begun = runProgram('operator/log-epoch.js', ['begin'], { HUNDI_DATA_DIR: hundi.dataDir });
    await expect(begun).rejects.toThrow(/^Services still run on this database \(payments, kyc, webhooks, accounts\)\./);
  });
});

describe('npm run events:tail', () => {
  it('prints the public events of a payment as they pass, one JSON line each', async () => {
    const tail = spawn(process.execPath, [standaloneProgram('operator/events-tail.js')], {
      env: programEnvironment({ HUNDI_DATA_DIR: hundi.dataDir }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let messages = '';
    tail.stderr.on('data', (chunk: Buffer) => (messages += chunk.toString()));
    tail.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually(() => expect(messages).toContain('Listening'));
    const { id } = await call('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi' });
    const events = await eventually(() => {
      const lines = printed.split('\n').filter((line) => line.includes(String(id)));
      const parsed = lines.map((line) => JSON.parse(line) as { type: string; sequence: number });
      expect(parsed.at(-1)?.type).toBe('payment.captured');
      return parsed;
    });
    expect(events[0]?.type).toBe('payment.created');
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    tail.kill('SIGINT');
    expect((await once(tail, 'close'))[0]).toBe(0);
  });
});
