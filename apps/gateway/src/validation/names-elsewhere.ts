/** Names of other payment APIs → what the same field is called here. */
const NAMES_ELSEWHERE: Readonly<Record<string, string>> = {
  'card.exp_month': 'card.expiry_month',
  'card.exp_year': 'card.expiry_year',
  'card.cvc': 'card.cvv',
};

/** A hint for a body that was refused, when it has fields under the names of another API; else undefined. */
export function hintOfNames(unknown: readonly string[]): string | undefined {
  const named = unknown.flatMap((name) => (Object.hasOwn(NAMES_ELSEWHERE, name) ? [`${name} is ${NAMES_ELSEWHERE[name]} here`] : []));
  return named.length === 0 ? undefined : `${named.join('; ')}.`;
}
