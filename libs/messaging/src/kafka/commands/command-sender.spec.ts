import { FixedClock, eventually } from '#testing';
import { BusUnavailableError, OutcomeUnknownError } from '../../bus';
import { KAFKA_OPTIONS, aCommand, aReply } from '../../contract/samples.contract';
import { contextOf } from '../kafka-options';
import { BatchingProducer } from '../produce/batching-producer';
import { ScriptedBroker } from '../produce/scripted-broker.contract';
import { CommandSender } from './command-sender';

const refusal = (): Error => Object.assign(new Error('refused'), { type: 'INVALID_RECORD' });

describe('a command that the broker refuses', () => {
  let broker: ScriptedBroker;
  let producer: BatchingProducer;
  let sender: CommandSender;
  const asked = (count: number) => eventually(() => expect(broker.requests).toHaveLength(count), { everyMs: 2 });

  beforeEach(async () => {
    broker = new ScriptedBroker();
    const context = contextOf({ ...KAFKA_OPTIONS, limits: { resendAfterMs: 20 } });
    producer = new BatchingProducer(broker.makeClient, context);
    await producer.connect();
    sender = new CommandSender(context, producer, () => ({ partition: 1, epoch: 'e' }));
  });
  afterEach(async () => {
    sender.stop();
    await producer.stop(10);
  });

  it('has no effect when it never reached the topic', async () => {
    const answer = sender.send('payments.commands', aCommand());
    await asked(1);
    broker.requests[0]!.fail(refusal());
    await expect(answer).rejects.toBeInstanceOf(BusUnavailableError);
  });

  it('has an unknown outcome when an earlier send was acknowledged', async () => {
    const answer = sender.send('payments.commands', aCommand());
    await asked(1);
    broker.requests[0]!.succeed();
    await asked(2);
    broker.requests[1]!.fail(refusal());
    await expect(answer).rejects.toBeInstanceOf(OutcomeUnknownError);
  });

  it('has an unknown outcome when the answer to an earlier request was lost', async () => {
    const answer = sender.send('payments.commands', aCommand());
    await asked(1);
    broker.requests[0]!.fail(new Error('connection lost'));
    await asked(2);
    broker.requests[1]!.fail(refusal());
    await expect(answer).rejects.toBeInstanceOf(OutcomeUnknownError);
  });

  it('is not taken for the same one that was sent anew: that waits for its own answer', async () => {
    sender.stop();
    const clock = new FixedClock();
    const context = contextOf({ ...KAFKA_OPTIONS, clock });
    sender = new CommandSender(context, producer, () => ({ partition: 1, epoch: 'e' }));
    const command = aCommand();
    const first = sender.send('payments.commands', command);
    await asked(1);
    clock.advanceMs(context.limits.commandWaitMs);
    await expect(first).rejects.toBeInstanceOf(OutcomeUnknownError);
    const again = sender.send('payments.commands', command);
    broker.requests[0]!.fail(refusal());
    await asked(2);
    broker.requests[1]!.succeed();
    sender.onReply(aReply(command));
    await expect(again).resolves.toMatchObject({ status: 201 });
  });

  it('is answered all the same by the reply to an earlier send', async () => {
    const command = aCommand();
    const answer = sender.send('payments.commands', command);
    await asked(1);
    broker.requests[0]!.succeed();
    await asked(2);
    sender.onReply(aReply(command));
    await expect(answer).resolves.toMatchObject({ status: 201 });
  });
});
