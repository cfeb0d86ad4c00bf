/** The lines of server.properties, by name. */
export type BrokerProperties = Record<string, string>;

/** Where a broker of ours listens and writes. */
export interface BrokerPlace {
  host: string;
  port: number;
  controllerPort: number;
  logDir: string;
}

/** One node, broker and controller at once, small in memory, quick to come back. Clients talk to it in plain text. */
export function brokerProperties({ host, port, controllerPort, logDir }: BrokerPlace): BrokerProperties {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    // By name, not as a dynamic quorum: brokers before 3.9 know no other.
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `CLIENT://${host}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `CLIENT://${host}:${port}`,
    'listener.security.protocol.map': 'CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'CLIENT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': logDir,
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'offsets.topic.segment.bytes': '1048576',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'log.cleaner.dedupe.buffer.size': '2097152',
    // A single broker that was killed must not wait 9 s for its own ghost.
    'broker.session.timeout.ms': '1500',
    'broker.heartbeat.interval.ms': '500',
    // Each thread looks three times a second whether there is work, and each record that only says that the controller lives is written and
    // read again: a third of what an idle broker takes. One machine needs neither.
    'num.network.threads': '1',
    'num.io.threads': '2',
    'background.threads': '1',
    'metadata.max.idle.interval.ms': '0',
  };
}

/** The text of server.properties, where a backslash begins an escape. */
export function propertiesFile(properties: BrokerProperties): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`)
    .join('');
}
