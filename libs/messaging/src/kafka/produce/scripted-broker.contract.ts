import type { Outgoing } from './outgoing-queue';
import type { ProduceClient } from './produce-client';

/** A broker of one topic that answers when the test says so. It stands for the client library, another party. */
export class ScriptedBroker {
  readonly clients: ProduceClient[] = [];
  readonly requests: { batch: readonly Outgoing[]; succeed(): void; fail(error: Error): void }[] = [];
  isDead = false;
  /** The values of every batch, in the order they were asked for. */
  get values(): string[][] {
    return this.requests.map(({ batch }) => batch.map(({ value }) => String(value)));
  }

  readonly makeClient = (): ProduceClient => {
    const client = {
      connect: async () => {
        if (this.isDead) throw new Error('connection refused');
      },
      disconnect: async () => undefined,
      produce: (batch: readonly Outgoing[]) =>
        new Promise<void>((resolve, reject) => void this.requests.push({ batch, succeed: resolve, fail: reject })),
    };
    this.clients.push(client);
    return client;
  };
}
