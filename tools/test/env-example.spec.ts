import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig, variablesOf } from '#service';
import { GatewayConfig } from '../../apps/gateway/src/index';
import { KycConfig } from '../../apps/kyc/src/index';
import { PaymentsConfig } from '../../apps/payments/src/index';
import { CliConfig } from '../../apps/standalone/src/cli/config';
import { StandaloneConfig } from '../../apps/standalone/src/config';
import { WebhooksConfig } from '../../apps/webhooks/src/index';
import { FakeAcquirerConfig } from '../fake-acquirer/config';

interface Entry {
  name: string;
  value: string;
  /** `NAME=` without a hash before it: somebody must set it. */
  isNeeded: boolean;
  comment: string;
}

const SERVICES: (new () => object)[] = [GatewayConfig, PaymentsConfig, KycConfig, WebhooksConfig];
const TEXT = readFileSync(resolve(__dirname, '../../.env.example'), 'utf8');

function readEntries(text: string): Entry[] {
  return text.split('\n\n').flatMap((block) => {
    const lines = block.trim().split('\n');
    const match = /^(# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(lines.at(-1) ?? '');
    if (!match) return [];
    return [{ isNeeded: !match[1], name: match[2]!, value: match[3]!, comment: lines.slice(0, -1).join('\n') }];
  });
}

const ENTRIES = readEntries(TEXT);
const DECLARED = [...SERVICES, StandaloneConfig, FakeAcquirerConfig, CliConfig].flatMap((Shape) => variablesOf(Shape));

describe('.env.example', () => {
  it('has every variable that a config class declares, and no other, once', () => {
    expect(ENTRIES.map(({ name }) => name).sort()).toEqual([...new Set(DECLARED.map(({ name }) => name))].sort());
  });

  it.each(ENTRIES)('says what $name means', ({ comment }) => {
    expect(comment).toMatch(/^# [A-Za-z].*\.(\n|$)/s);
  });

  it.each(ENTRIES.filter(({ name }) => /_MS$|_BYTES$/.test(name)))('says the unit of $name', ({ comment, name }) => {
    expect(comment).toContain(name.endsWith('_MS') ? 'milliseconds' : 'bytes');
  });

  it.each(ENTRIES.filter(({ isNeeded }) => !isNeeded))('shows the true default of $name', ({ name, value }) => {
    const defaults = DECLARED.filter((variable) => variable.name === name).map(({ defaultValue }) =>
      defaultValue === undefined
        ? ''
        : Array.isArray(defaultValue)
          ? defaultValue.join(',')
          : JSON.stringify(defaultValue).replace(/^"|"$/g, ''),
    );
    expect(defaults).toContain(value);
  });

  it('marks as needed exactly what some service in the distributed mode cannot do without', () => {
    const required = SERVICES.flatMap((Shape) => variablesOf(Shape)).filter(({ isRequired }) => isRequired);
    const needed = new Set([...required.map(({ name }) => name), 'KAFKA_BROKERS', 'GATEWAY_INTERNAL_URL']);
    expect(
      ENTRIES.filter(({ isNeeded }) => isNeeded)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...needed].sort());
  });

  it.each(SERVICES.map((Shape) => [Shape.name, Shape] as const))('is a configuration that %s accepts', (_name, Shape) => {
    const env = Object.fromEntries(ENTRIES.filter(({ isNeeded }) => isNeeded).map(({ name, value }) => [name, value]));
    expect(() => loadConfig(Shape, env)).not.toThrow();
  });

  it('holds no secret that production would accept', () => {
    const env = Object.fromEntries(ENTRIES.filter(({ isNeeded }) => isNeeded).map(({ name, value }) => [name, value]));
    expect(() => loadConfig(GatewayConfig, { ...env, NODE_ENV: 'production' })).toThrow(/API_KEY_PEPPER still(.|\n)*INTERNAL_TOKEN still/);
  });
});

describe('docs/how-to/go-live.md', () => {
  const page = readFileSync(resolve(__dirname, '../../docs/how-to/go-live.md'), 'utf8');
  const printed = [...page.matchAll(/(?:^ {4}|`)([A-Z][A-Z0-9_]*)=([^`\n]+)/gm)].map(([, name = '', value = '']) => ({ name, value }));
  const needed = Object.fromEntries(ENTRIES.filter(({ isNeeded }) => isNeeded).map(({ name, value }) => [name, value]));

  /** Step 1 and step 6 of the page: routes may name only what is configured. */
  const credentials = Object.fromEntries(
    ENTRIES.filter(({ name }) => /^(RAZORPAY|CASHFREE|SETU)_.*(_ID|SECRETS?)$/.test(name)).map(({ name }) => [name, 'rzp_live_identifier']),
  );

  it('prints settings', () =>
    expect(printed.map(({ name }) => name)).toEqual(expect.arrayContaining(['PAYMENT_ROUTES', 'KYC_ROUTES', 'SIGNUP'])));

  // Production refuses the secrets of the example, which is tested above.
  it.each(printed.filter(({ name }) => name !== 'NODE_ENV'))('prints $name=$value as a service takes it', ({ name, value }) => {
    const readers = SERVICES.filter((Shape) => variablesOf(Shape).some((variable) => variable.name === name));
    expect(readers).not.toEqual([]);
    for (const Shape of readers) expect(() => loadConfig(Shape, { ...needed, ...credentials, [name]: value })).not.toThrow();
  });

  it('names no variable that no service reads', () => {
    const names = [...page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, name = '']) => name);
    const declared = new Set(DECLARED.map(({ name }) => name));
    expect(names.filter((name) => !declared.has(name) && name !== 'DIRECT_MATCH')).toEqual([]);
  });
});
