import { fromBase62, ID_PREFIX, toBase62 } from '#contracts';

/** Where the time and the shard end in the part of an id after its prefix, and how long the rest is. */
const HEAD_LENGTH = 10;
const NUMBER_LENGTH = 14;
const FORM = new RegExp(`^${ID_PREFIX.webhookAttempt}_[0-9A-Za-z]{${HEAD_LENGTH}}([0-9A-Za-z]{${NUMBER_LENGTH}})$`);

/** The public id of an attempt: time and shard of its delivery, then its number in the log. @param attemptNumber decimal digits. */
export function attemptIdOf(deliveryId: string, attemptNumber: string): string {
  const head = deliveryId.slice(deliveryId.indexOf('_') + 1, deliveryId.indexOf('_') + 1 + HEAD_LENGTH);
  return `${ID_PREFIX.webhookAttempt}_${head}${toBase62(BigInt(attemptNumber), NUMBER_LENGTH)}`;
}

/** The log numbers its rows with Postgres's bigint. */
const NUMBER_MAX = 2n ** 63n - 1n;

/** The number in the log that an attempt id names, or null when the text is no such id. */
export function attemptNumberOf(attemptId: string): bigint | null {
  const digits = FORM.exec(attemptId)?.[1];
  if (digits === undefined) return null;
  const number = fromBase62(digits);
  return number <= NUMBER_MAX ? number : null;
}
