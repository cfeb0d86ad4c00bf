import { securedProperties, type SecuredBroker } from './kafka-secured';

/** Where a broker of ours listens and writes. */
export interface BrokerPlace {
  port: number;
  controllerPort: number;
  /** `host:port` that clients are told to use, when a proxy stands before the broker. */
  advertised?: string;
  logDir: string;
  /** Another listener for clients in plain text, for another path to the broker: clients that connect there are given its address. */
  second?: { port: number; advertised: string } | undefined;
  /** TLS, logins and access lists; without them everybody may do everything. */
  secured?: SecuredBroker | undefined;
}

/** A certificate is made for a name. */
export function brokerHost({ secured }: Pick<BrokerPlace, 'secured'>): string {
  return secured === undefined ? '127.0.0.1' : 'localhost';
}

function listenersOf(place: BrokerPlace): Record<string, string> {
  const { port, controllerPort, second, secured } = place;
  const own = `${brokerHost(place)}:${port}`;
  const controller = `CONTROLLER://127.0.0.1:${controllerPort}`;
  return {
    listeners: [`CLIENT://${own}`, ...(second ? [`SECOND://127.0.0.1:${second.port}`] : []), controller].join(),
    'advertised.listeners': [`CLIENT://${place.advertised ?? own}`, ...(second ? [`SECOND://${second.advertised}`] : [])].join(),
    'listener.security.protocol.map': `CLIENT:${secured ? 'SASL_SSL' : 'PLAINTEXT'},SECOND:PLAINTEXT,CONTROLLER:PLAINTEXT`,
  };
}

/** The lines of server.properties: one node, broker and controller at once, small in memory, quick to come back. */
export function brokerProperties(place: BrokerPlace): string {
  const properties: Record<string, string> = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    // By name, not as a dynamic quorum: brokers before 3.9 know no other.
    'controller.quorum.voters': `1@127.0.0.1:${place.controllerPort}`,
    ...listenersOf(place),
    'inter.broker.listener.name': 'CLIENT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': place.logDir,
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
    ...(place.secured && securedProperties(place.secured)),
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`)
    .join('');
}
