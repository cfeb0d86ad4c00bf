import { DeliveryRefusedError } from './delivery';

export interface DeliveryReader<TEvent> {
  partner: string;
  /** @throws DeliveryRefusedError when the delivery is not believed. */
  parse(): TEvent[];
  /** Counts what is not about anything of ours, and what is refused. */
  observe(partner: string, outcome: 'not_ours' | 'refused'): void;
  logger: { warn(fields: object, message: string): void };
}

/** The events of a delivery, none of them believed before its signature is right. @throws DeliveryRefusedError. */
export function readDelivery<TEvent>({ partner, parse, observe, logger }: DeliveryReader<TEvent>): TEvent[] {
  try {
    const events = parse();
    if (events.length === 0) observe(partner, 'not_ours');
    return events;
  } catch (error) {
    if (!(error instanceof DeliveryRefusedError)) throw error;
    observe(partner, 'refused');
    logger.warn({ partner, reason: error.reason }, 'webhook of a partner refused');
    throw error;
  }
}

/** Deliveries of one event within this time are one command, longer than a command can be under way. */
const SAME_COMMAND_MS = 60_000;

/**
 * What names the command of a delivered event: the same when the event is delivered again at once. One that comes again later
 * is a command of its own, because the first may have expired before it was decided; what it is about takes it once all the same.
 */
export function deliveryCommandKey(words: { partner: string; eventId: string; streamId: string }, nowMs: number): string {
  return `delivery ${words.partner} ${words.eventId} ${words.streamId} ${Math.floor(nowMs / SAME_COMMAND_MS)}`;
}
