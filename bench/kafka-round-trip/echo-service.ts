import type { Command, Reply } from '#contracts';
import { createKafkaBus } from '#messaging';
import { SystemClock, SystemRandom, createLogger } from '#service';
import { SAMPLE_PAYMENT } from '../contenders/sample';
import { BENCH_TOKENS, ECHO_TOPIC, alwaysOwner } from './always-owner';

const ANSWER = JSON.stringify(SAMPLE_PAYMENT);

/** Answers each command with a payment-sized reply and does nothing else: the round trip through the broker. */
async function answer(command: Command): Promise<Reply> {
  return {
    commandId: command.commandId,
    streamId: command.streamId,
    status: 201,
    body: ANSWER,
    refusal: null,
    replayed: false,
    position: null,
  };
}

async function main(): Promise<void> {
  const clock = new SystemClock();
  const brokers = (process.env['BENCH_KAFKA_BROKERS'] ?? '').split(',');
  const logger = createLogger({ service: 'echo', level: 'warn' });
  const bus = createKafkaBus({
    brokers,
    clientId: 'bench-echo',
    clock,
    random: new SystemRandom(clock),
    logger,
    internalTokens: BENCH_TOKENS,
  });
  await bus.start();
  await bus.consumeCommands(ECHO_TOPIC, answer, alwaysOwner);
  process.once('SIGTERM', () => void bus.stop().finally(() => process.exit(0)));
  process.stdout.write('listening 1\n');
}

void main();
