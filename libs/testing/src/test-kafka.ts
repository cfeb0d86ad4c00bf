import { readTestServers } from './config';

/**
 * The run's Kafka, a real broker. Suites share it: use topics of your own, named by a fresh id.
 *
 * @throws Error with one sentence that says what to install when the machine has no way to run one.
 */
export function testKafka(): { brokers: string } {
  const { kafkaBrokers, kafkaMissing } = readTestServers();
  if (kafkaBrokers) return { brokers: kafkaBrokers };
  throw new Error(
    kafkaMissing ?? 'No Kafka for this run: only *.int-spec.ts, *.e2e-spec.ts and *.fault-spec.ts suites whose text names Kafka get one.',
  );
}
