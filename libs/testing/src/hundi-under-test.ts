import { readTestServers } from './config';
import type { HundiMode } from './hundi-process';

/** The Hundi that the end-to-end suites of a run share. It has two accounts and one key that was revoked. */
export interface HundiUnderTest {
  mode: HundiMode;
  baseUrl: string;
  /** Keys of the demo account. */
  accountId: string;
  testKey: string;
  liveKey: string;
  /** Keys of another account. */
  otherTestKey: string;
  otherLiveKey: string;
  /** A test key of the demo account, revoked before the suites began. */
  revokedKey: string;
  databaseUrl: string;
  /** `host:port`, in Kafka mode. */
  brokers?: string;
  dataDir: string;
  pid: number;
}

/**
 * How a suite that starts Hundi itself starts it: embedded in `npm test`, over Kafka in `npm run test:faults`, which has the
 * time for four processes of each.
 */
export function hundiMode(): HundiMode {
  return readTestServers().mode;
}

/**
 * The shared Hundi of an `e2e` run: the built standalone in a process of its own, embedded or over Kafka by
 * HUNDI_TEST_MODE, without rate limits. A suite that must stop it, restart it or set it up otherwise starts its own with
 * `startHundi()`.
 *
 * @throws Error outside the `e2e` project, and in suites whose text does not name this function.
 */
export function hundiUnderTest(): HundiUnderTest {
  const { hundi } = readTestServers();
  if (hundi) return JSON.parse(hundi) as HundiUnderTest;
  throw new Error('No Hundi for this run: only *.e2e-spec.ts suites that name hundiUnderTest get one.');
}
