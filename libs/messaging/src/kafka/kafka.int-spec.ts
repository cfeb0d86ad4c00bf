import { testKafka } from '#testing';
import { describeBusContract } from '../bus.contract';
import { makeKafkaWorld } from './kafka-world.contract';

describe('the bus over Kafka', () => {
  // Nothing is sent again for time alone: handlers are counted, and a machine may be busy (kafka-messages.int-spec.ts tries that).
  describeBusContract((limits) => makeKafkaWorld(testKafka().brokers, { resendAfterMs: 8_000, ...limits }));
});
