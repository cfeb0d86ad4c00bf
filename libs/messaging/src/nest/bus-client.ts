import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { defer, type Observable } from 'rxjs';
import type { Command, EventMessage, Reply } from '#contracts';
import type { Bus } from '../bus';

/**
 * Nest's client face of the bus: `client.send<Reply, Command>(topic, command)` sends when subscribed and gives the reply;
 * `client.emit(topic, messages)` publishes. Errors arrive as the bus throws them. The bus itself is started elsewhere.
 */
export class BusClient extends ClientProxy {
  constructor(private readonly bus: Bus) {
    super();
  }

  async connect(): Promise<void> {
    // The owner of the bus starts it: a client joins what is there.
  }

  close(): void {
    // The owner of the bus stops it.
  }

  override unwrap<T>(): T {
    return this.bus as T;
  }

  /** The short way: no packet, no callback, no routing map. */
  override send<TResult = Reply, TInput = Command>(topic: string, command: TInput): Observable<TResult> {
    return defer(() => this.bus.send(topic, command as Command) as Promise<TResult>);
  }

  protected override publish(packet: ReadPacket<Command>, callback: (packet: WritePacket<Reply>) => void): () => void {
    this.bus.send(String(packet.pattern), packet.data).then(
      (response) => callback({ response, isDisposed: true }),
      (err: unknown) => callback({ err, isDisposed: true }),
    );
    return () => undefined;
  }

  protected override async dispatchEvent<T>(packet: ReadPacket<readonly EventMessage[]>): Promise<T> {
    return (await this.bus.publish(String(packet.pattern), packet.data)) as T;
  }
}
