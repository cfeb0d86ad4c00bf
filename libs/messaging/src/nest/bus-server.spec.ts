import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { firstValueFrom, of, type Observable } from 'rxjs';
import { TransientError, type Command, type EventMessage, type Reply } from '#contracts';
import { createInProcessBus } from '../in-process/in-process-bus';
import type { Bus } from '../bus';
import { aCommand, aReply, anEvent, silentLogger, wallClock, ownsEverything } from '../contract/samples.contract';
import { BusClient } from './bus-client';
import { BusController } from './bus-controller';
import { BusServer } from './bus-server';

class UnavailableError extends TransientError {}

let failuresLeft = 0;
let failure: Error = new Error('none');
const seen: string[] = [];

@BusController()
class PaymentsController {
  @MessagePattern('payments.commands')
  async take(@Payload() command: Command): Promise<Reply> {
    if (failuresLeft > 0) {
      failuresLeft -= 1;
      throw failure;
    }
    return aReply(command);
  }

  @MessagePattern('kyc.commands')
  takeAsStream(@Payload() command: Command): Observable<Reply> {
    return of(aReply(command));
  }

  @EventPattern('payments.events')
  async apply(@Payload() messages: readonly EventMessage[]): Promise<void> {
    if (failuresLeft > 0) {
      failuresLeft -= 1;
      throw failure;
    }
    seen.push(...messages.map((message) => message.cloudEvent.id));
  }
}

@Module({ controllers: [PaymentsController] })
class PaymentsModule {}

describe('BusServer', () => {
  let bus: Bus;
  let client: BusClient;
  let close: () => Promise<void>;
  const deadLetters: string[] = [];

  beforeEach(async () => {
    failuresLeft = 0;
    seen.length = 0;
    deadLetters.length = 0;
    bus = createInProcessBus({
      clock: wallClock,
      logger: silentLogger,
      observer: { deadLettered: (letter) => deadLetters.push(letter.reason) },
    });
    client = new BusClient(bus);
    const module = await Test.createTestingModule({ imports: [PaymentsModule] }).compile();
    const app = module.createNestMicroservice({
      strategy: new BusServer({ bus, consumer: 'payments', ownership: ownsEverything() }),
      logger: false,
    });
    await app.listen();
    close = () => app.close();
  });
  afterEach(() => close());

  it('gives a command to its @MessagePattern and the answer to the client', async () => {
    const command = aCommand();
    const reply = await firstValueFrom(client.send<Reply, Command>('payments.commands', command));
    expect(reply).toEqual(aReply(command));
  });

  it('takes an answer that is an observable', async () => {
    const command = aCommand();
    await expect(firstValueFrom(client.send('kyc.commands', command))).resolves.toEqual(aReply(command));
  });

  it('brings a command again when its handler says that the world is away', async () => {
    failuresLeft = 2;
    failure = new UnavailableError('no database');
    const reply = await bus.send('payments.commands', aCommand());
    expect(reply.status).toBe(201);
    expect(deadLetters).toEqual([]);
  });

  it.each(['25P03', '42P01', '42703', '42501'])('brings messages again after SQLSTATE %s, and parks none', async (code) => {
    failuresLeft = 1;
    failure = Object.assign(new Error('relation "payments.lists" does not exist'), { code });
    expect(await bus.send('payments.commands', aCommand())).toMatchObject({ status: 201 });
    failuresLeft = 1;
    await bus.publish('payments.events', [anEvent(1, 1n)]);
    expect([seen, deadLetters]).toEqual([['evt_1_1'], []]);
  });

  it('answers a bug in a handler with internal_error and a dead letter, once', async () => {
    failuresLeft = 1;
    failure = new TypeError('undefined is not a function');
    const reply = await bus.send('payments.commands', aCommand());
    expect(reply).toMatchObject({ status: 500, refusal: { code: 'internal_error' } });
    expect(deadLetters).toEqual(['the handler threw TypeError']);
  });

  it('gives events to their @EventPattern, and again while the world is away', async () => {
    failuresLeft = 1;
    failure = new UnavailableError('no database');
    await bus.publish('payments.events', [anEvent(1, 1n), anEvent(1, 2n)]);
    expect(seen).toEqual(['evt_1_1', 'evt_1_2']);
  });
});
