/** The `allowed_from` of a refusal; left out where the object has such a status and something else stands in the way. */
export function allowedFromOf<TStatus extends string>(status: string, allowedFrom: readonly TStatus[]): { allowed_from?: TStatus[] } {
  return allowedFrom.some((allowed) => allowed === status) ? {} : { allowed_from: [...allowedFrom] };
}

/**
 * The sentence of every refusal because of a status: what the status is, and in which ones the request works.
 *
 * @param wish what was asked for, to follow "can" and "cannot": `be captured`.
 */
export function statusSentence(noun: string, status: string, requested: string, allowedFrom: readonly string[]): string {
  const first = `This ${noun} cannot ${requested}: its status is ${status}.`;
  return allowedFrom.length === 0
    ? first
    : `${first} Only ${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun} with the status ${allowedFrom.join(' or ')} can ${requested}.`;
}
