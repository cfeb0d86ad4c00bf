import { existsSync } from 'node:fs';
import type { KafkaArtifacts } from './kafka-artifacts';

/** How every Java program of Kafka is started: small, and quick to begin. */
export const JVM = [
  '-Xms64m',
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  // Its counters are for jstat, which is not used here: it would sample them twenty times a second.
  '-XX:-UsePerfData',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
] as const;

/** What a broker loads, as an earlier one left it; nothing before the first has ended. */
export function sharedClasses({ classArchive }: Pick<KafkaArtifacts, 'classArchive'>): string[] {
  return existsSync(classArchive) ? ['-Xshare:auto', `-XX:SharedArchiveFile=${classArchive}`] : [];
}
