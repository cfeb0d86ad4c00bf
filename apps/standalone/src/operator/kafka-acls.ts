import { parseArgs } from 'node:util';
import { KAFKA_ROLES, accessCommands, accessTable, applyAccess, type KafkaRole } from '#messaging';
import { createLogger, kafkaSecurityOf } from '#service';
import { CliError, readTyped, runProgram } from '../cli-error';
import { readPlace } from '../data-location';

const USAGE = `Usage:
  npm run kafka-acls -- print | apply | table [--principal <role>=<name>]…
<role> is one of ${KAFKA_ROLES.join(', ')}; its name at the broker is User:<role> unless given.
print shows lines for kafka-acls.sh, apply gives the rights with the login of KAFKA_SASL_…, table is for the documentation.`;

interface Order {
  verb: string | undefined;
  principals: ReadonlyMap<string, string>;
}

/** `npm run kafka-acls`: what each process may do with Kafka. */
void runProgram(async () => {
  const { verb, principals } = readTyped(USAGE, () => readOrder(process.argv.slice(2)));
  const principalOf = (role: KafkaRole): string => principals.get(role) ?? `User:${role}`;
  const { config } = readPlace();
  const { kafkaBrokers: brokers = ['localhost:9092'], kafkaTopicPrefix: topicPrefix } = config;
  switch (verb) {
    case 'print':
      return console.log(accessCommands(brokers.join(), principalOf, topicPrefix));
    case 'table':
      return console.log(accessTable());
    case 'apply': {
      if (config.kafkaBrokers === undefined) throw new CliError('KAFKA_BROKERS is not set: which Kafka is meant?');
      const logger = createLogger({ service: 'kafka-acls', level: 'silent' });
      const options = { brokers, clientId: 'hundi-kafka-acls', security: kafkaSecurityOf(config), topicPrefix, logger };
      const count = await applyAccess(options, principalOf).catch((error: Error) => {
        throw new CliError(error.message);
      });
      return console.log(`The roles have their ${count} rights.`);
    }
    default:
      throw new CliError(USAGE);
  }
});

function readOrder(parameters: string[]): Order {
  const options = { principal: { type: 'string', multiple: true } } as const;
  const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true });
  const principals = new Map<string, string>();
  for (const pair of values.principal ?? []) {
    const [role = '', ...name] = pair.split('=');
    if (!(KAFKA_ROLES as readonly string[]).includes(role) || name.length === 0) throw new Error(`There is no role in ${pair}.`);
    principals.set(role, name.join('='));
  }
  return { verb: positionals[0], principals };
}
