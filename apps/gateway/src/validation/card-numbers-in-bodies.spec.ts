import * as contracts from '#contracts';
import { compileShape, type CompiledProperty, type CompiledShape } from './compile-shape';

const CARD = '4539-1488-0343-6467';
/** Values that the members of bodies take, each with a card number in it. */
const VALUES: readonly unknown[] = [
  ...[CARD, '4539148803436467', `order ${CARD}`, `https://example.com/${CARD}`, `${CARD}@example.com`, '4539148803436467@okbank'],
  ...[[CARD], [`https://example.com/${CARD}`], [`${CARD}@example.com`], { note: CARD }, { [CARD]: 'note' }],
];
/** Cards of test mode, numbers of accounts and documents, ids that are looked up, and what is kept as a digest or compared alone. */
const NOT_STORED = [
  ...['number', 'account_number', 'document_number', 'file_number', 'ifsc', 'customer_id', 'payment_id'],
  ...['password', 'token', 'code', 'flow', 'totp', 'recovery_code', 'passkey', 'user_id'],
];

function membersOf({ properties }: CompiledShape): CompiledProperty[] {
  return properties.flatMap((property) => (property.nested === null ? [property] : membersOf(property.nested)));
}

function takes({ name, rules }: CompiledProperty, value: unknown): boolean {
  return rules.every((rule) => rule.passes(value, { [name]: value }));
}

describe('the body of a request', () => {
  const bodies = Object.entries(contracts as unknown as Record<string, new () => object>).filter(([name]) => name.endsWith('Dto'));

  it.each(bodies)('%s has no member that takes a card number', (_name, Body) => {
    const members = membersOf(compileShape(Body)).filter(({ name }) => !NOT_STORED.includes(name));
    const taken = members.flatMap((member) => VALUES.filter((value) => takes(member, value)).map((value) => [member.name, value]));
    expect(taken).toEqual([]);
  });
});
