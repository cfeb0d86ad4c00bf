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
    const needed = new Set([...required.map(({ name }) => name), 'KAFKA_BROKERS']);
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
