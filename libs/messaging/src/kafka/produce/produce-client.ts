import type { Outgoing } from './outgoing-queue';

/** Which client library sends: one port, two adapters, one contract suite. Both read through kafkajs. */
export const PRODUCE_CLIENTS = ['platformatic', 'kafkajs'] as const;
export type ProduceClientName = (typeof PRODUCE_CLIENTS)[number];

/** One connection to the brokers that sends, without any memory of its own: its user repeats what failed. */
export interface ProduceClient {
  /** @throws Error when no broker answers. */
  connect(): Promise<void>;
  /**
   * Send messages, those of one partition in their order, and wait until every replica in sync has them (acks=all). Never
   * called again before it has settled. Sends nothing by itself afterwards.
   *
   * @throws Error with the protocol's name of the error as `type`, or as that of a cause, where the broker gave one. Some of
   *   the messages may have been stored.
   */
  produce(batch: readonly Outgoing[]): Promise<void>;
  disconnect(): Promise<void>;
}

/** Makes a client that has not connected yet. */
export type MakeProduceClient = () => ProduceClient | Promise<ProduceClient>;

/** How long an answer to a produce request may take before it counts as none, in milliseconds. */
export const PRODUCE_TIMEOUT_MS = 5_000;
