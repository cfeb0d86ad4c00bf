import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { everyTopicSpec } from '../topics';
import { KAFKA_ROLES, TOPIC_ACCESS, accessBindings } from './kafka-access';
import { accessCommands, accessTable } from './render-access';

const PAGE = readFileSync(resolve(__dirname, '../../../../docs/reference/kafka-access.md'), 'utf8');

describe('the access lists of Kafka', () => {
  it('have one row for every topic, and none for others', () => {
    expect(TOPIC_ACCESS.map(({ topic }) => topic).toSorted()).toEqual(
      everyTopicSpec()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('let the gateway give commands, read replies and publish events of accounts, and nothing else', () => {
    const rights = accessBindings().filter(({ role, operation }) => role === 'gateway' && !operation.startsWith('Describe'));
    expect(rights.map(({ name, operation }) => `${operation} ${name}`)).toEqual([
      'Write payments.commands',
      'Write kyc.commands',
      'Write webhooks.commands',
      'Write accounts.events',
      'Read gateway.replies',
      'Read gateway.',
    ]);
  });

  it('let only a service itself write its events, beside an operator who puts dead letters back', () => {
    for (const service of ['payments', 'kyc', 'webhooks'] as const) {
      const row = TOPIC_ACCESS.find(({ topic }) => topic === `${service}.events`);
      expect(row?.write).toEqual([service, 'operator']);
    }
  });

  it('name each right once', () => {
    const rights = accessBindings().map((binding) => JSON.stringify(binding));
    expect(new Set(rights).size).toBe(rights.length);
  });

  it('are in the documentation as they are in the code: npm run kafka-acls -- table', () => {
    const cells = (text: string): string[] => text.split('\n').map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'));
    expect(cells(PAGE).join('\n')).toContain(cells(accessTable()).join('\n'));
  });

  it('begin with the prefix of an installation that shares its Kafka, so that each has its own names only', () => {
    const plain = accessBindings().map(({ name }) => `acme.${name}`);
    expect(accessBindings('acme.').map(({ name }) => name)).toEqual(plain);
    expect(accessCommands('kafka:9093', (role) => `User:${role}`, 'acme.')).toContain(
      '--operation Read --group acme.kyc. --resource-pattern',
    );
  });

  it('can be typed with the tools of Kafka', () => {
    const lines = accessCommands('kafka:9093', (role) => `User:hundi-${role}`).split('\n');
    expect(lines).toHaveLength(accessBindings().length);
    expect(lines).toContain(
      "kafka-acls.sh --bootstrap-server kafka:9093 --command-config admin.properties --add --allow-principal 'User:hundi-kyc' --operation Read --group kyc. --resource-pattern-type prefixed",
    );
    for (const role of KAFKA_ROLES) expect(lines.join('\n')).toContain(`'User:hundi-${role}'`);
  });
});
