import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, Kafka, ResourcePatternTypes, logLevel, type Admin } from 'kafkajs';
import { startEmbeddedKafka } from '#embedded';

/** A broker of this run, which may be stopped, and whose topics may be closed for writers. */
export interface BenchBroker {
  brokers: string;
  /** Process id; another one after `restart()`. */
  pid(): number;
  /** From now on it refuses every write to this topic; it can still be read. */
  close(topic: string): Promise<void>;
  open(topic: string): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when it serves again. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  end(): Promise<void>;
}

/** Everything is allowed to everyone as long as no access list names it. */
const WITH_ACCESS_LISTS = {
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  'allow.everyone.if.no.acl.found': 'true',
};

/** One that `npm run start:kafka` would start as well, but with access lists. */
export async function startBenchBroker(): Promise<BenchBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-bench-kafka-'));
  const dataDir = join(folder, 'kafka');
  const kafka = await startEmbeddedKafka({ dataDir, configure: (properties) => ({ ...properties, ...WITH_ACCESS_LISTS }) });
  const client = new Kafka({ clientId: 'bench-broker', brokers: [kafka.brokers], logLevel: logLevel.NOTHING });
  const asAdmin = async (work: (admin: Admin) => Promise<unknown>): Promise<void> => {
    const admin = client.admin();
    await admin.connect();
    await work(admin).finally(() => admin.disconnect());
  };
  return {
    brokers: kafka.brokers,
    pid: () => kafka.pid,
    close: (topic) => asAdmin((admin) => admin.createAcls({ acl: [mayReadOnly(topic)] })),
    open: (topic) => asAdmin((admin) => admin.deleteAcls({ filters: [mayReadOnly(topic)] })),
    stop: () => kafka.stop(),
    restart: () => kafka.restart(),
    async end() {
      await kafka.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a topic allows that has a list: what stands in it. */
function mayReadOnly(topic: string) {
  return {
    ...{ resourceType: AclResourceTypes.TOPIC, resourceName: topic, resourcePatternType: ResourcePatternTypes.LITERAL },
    ...{ principal: 'User:*', host: '*', operation: AclOperationTypes.READ, permissionType: AclPermissionTypes.ALLOW },
  };
}
