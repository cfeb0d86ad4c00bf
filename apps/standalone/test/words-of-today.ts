/** States of a payment in which nothing is waited for that could expire. */
const WITHOUT_EXPIRY = ['authorized', 'captured', 'refunded', 'cancelled'];

/** What changed its name, or its meaning, before there was a first release: nothing had been written against it. */
export function inWordsOfToday<TValue>(shown: TValue): TValue {
  return JSON.parse(JSON.stringify(shown), function (this: { object?: string; status?: string }, key, value: unknown) {
    if (key === 'expires_at' && this.object === 'payment' && WITHOUT_EXPIRY.includes(String(this.status))) return null;
    if (key !== 'last_error' || typeof value !== 'object' || value === null) return value;
    const { retryable, ...error } = value as Record<string, unknown>;
    return { ...error, payer_may_retry: retryable };
  }) as TValue;
}
