const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that take long for their kind, the longest first. jest itself begins with the longest files. */
const LONG = [
  'apps/standalone/test/rebalanced-followers.fault-spec.ts',
  'apps/gateway/test/fake-acquirer-crash.fault-spec.ts',
  'apps/standalone/test/postgres-faults.fault-spec.ts',
  'apps/standalone/test/restored-backup.fault-spec.ts',
  'apps/standalone/test/release-change.fault-spec.ts',
  'apps/standalone/test/kyc-operator.e2e-spec.ts',
  'apps/gateway/test/planted-secrets.fault-spec.ts',
  'apps/standalone/test/clock-faults.fault-spec.ts',
  'apps/standalone/test/killed-followers.fault-spec.ts',
  'apps/standalone/test/repeated-events.fault-spec.ts',
  'apps/standalone/test/lost-records.fault-spec.ts',
  'apps/standalone/test/first-minute.e2e-spec.ts',
  'apps/gateway/src/resources/kyc/pii-probe.e2e-spec.ts',
  'apps/gateway/src/resources/kyc/live-verification.e2e-spec.ts',
  'apps/standalone/test/new-aggregate.fault-spec.ts',
  'libs/messaging/src/kafka/kafka-network.fault-spec.ts',
  'apps/gateway/test/traces.e2e-spec.ts',
  'apps/webhooks/src/dispatcher/crash.fault-spec.ts',
  'apps/gateway/test/fake-acquirer.e2e-spec.ts',
  'apps/payments/src/processors/acquirer/acquirer.int-spec.ts',
  'apps/payments/src/mandate/live-mandates.int-spec.ts',
  'libs/embedded/src/kafka.int-spec.ts',
  'libs/embedded/src/postgres.int-spec.ts',
  'libs/listing/test/own-writes.int-spec.ts',
  'apps/webhooks/src/replay/replay.int-spec.ts',
  'apps/webhooks/src/delivery-queue/retries-of-clocks.int-spec.ts',
];

/** So that no worker is still busy with a long suite when the others have ended. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => {
      const rank = LONG.findIndex((suite) => path.endsWith(`/${suite}`));
      return rank === -1 ? LONG.length : rank;
    };
    return [...super.sort(tests)].sort((one, other) => rankOf(one) - rankOf(other));
  }
};
