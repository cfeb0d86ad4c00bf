/**
 * The sentence of every refusal because of a status: what the status is, and in which ones the request works.
 *
 * @param wish what was asked for, to follow "can" and "cannot": `be captured`.
 */
export function statusSentence(noun: string, status: string, requested: string, allowedFrom: readonly string[]): string {
  const first = `This ${noun} cannot ${requested}: its status is ${status}.`;
  return allowedFrom.length === 0 ? first : `${first} Only a ${noun} with the status ${allowedFrom.join(' or ')} can ${requested}.`;
}
