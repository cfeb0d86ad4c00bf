import { GROUP_ACCESS, KAFKA_ROLES, TOPIC_ACCESS, accessBindings, type AccessBinding, type KafkaRole } from './kafka-access';

/** The name that a role has at the broker. */
export type PrincipalOf = (role: KafkaRole) => string;

/** The access lists as a page of the documentation shows them. */
export function accessTable(): string {
  const topics = TOPIC_ACCESS.map(({ topic, read, write, describe = [] }) => [
    code(topic),
    read.join(', '),
    write.join(', '),
    describe.join(', '),
  ]);
  const groups = KAFKA_ROLES.flatMap((role) => {
    const names = GROUP_ACCESS.filter((group) => group.role === role).map(({ name, isPrefix }) => code(isPrefix ? `${name}…` : name));
    return names.length === 0 ? [] : [[role, names.join(', ')]];
  });
  return [table(['topic', 'read', 'write', 'describe only'], topics), table(['role', 'consumer groups'], groups)].join('\n\n');
}

/** What to type where Kafka's own tools are used. @param brokers `host:port`, separated by commas. */
export function accessCommands(brokers: string, principalOf: PrincipalOf, topicPrefix?: string): string {
  const lines = accessBindings(topicPrefix).map((binding) => command(binding, brokers, principalOf(binding.role)));
  return lines.join('\n');
}

function command({ resource, name, isPrefix, operation }: AccessBinding, brokers: string, principal: string): string {
  const pattern = isPrefix ? ' --resource-pattern-type prefixed' : '';
  const admin = `kafka-acls.sh --bootstrap-server ${brokers} --command-config admin.properties --add`;
  return `${admin} --allow-principal '${principal}' --operation ${operation} --${resource} ${name}${pattern}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell || '–').join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
