import { lockClass, quoteSchema } from '../schema/names';
import { derivedUuid, idempotencyIdOf } from './pending';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('derived identities', () => {
  it('give the same id for the same text, as a version 8 UUID', () => {
    expect(derivedUuid('wake pay_1 3 0')).toBe(derivedUuid('wake pay_1 3 0'));
    expect(derivedUuid('wake pay_1 3 0')).not.toBe(derivedUuid('wake pay_1 3 1'));
    expect(derivedUuid('wake pay_1 3 0')).toMatch(UUID);
    expect(derivedUuid('wake pay_1 3 0').charAt(14)).toBe('8');
  });

  it('tell account, mode and key apart, wherever the boundary between them is', () => {
    const ids = [
      idempotencyIdOf('acct_a', false, 'key'),
      idempotencyIdOf('acct_a', true, 'key'),
      idempotencyIdOf('acct_b', false, 'key'),
      idempotencyIdOf('acct_a', false, 'key '),
    ];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(UUID);
  });

  it('give every schema and purpose a lock space of its own', () => {
    const classes = ['payments', 'kyc', 'webhooks'].flatMap((schema) =>
      (['append', 'partition', 'instance', 'migration'] as const).map((purpose) => lockClass(schema, purpose)),
    );
    expect(new Set(classes).size).toBe(12);
    for (const lock of classes) expect(lock).toBe(lock | 0);
  });

  it('refuse a schema name that could leave its quotes', () => {
    expect(quoteSchema('payments')).toBe('"payments"');
    for (const name of ['', 'A', 'a"b', 'a b', '1a', 'a'.repeat(41)]) expect(() => quoteSchema(name)).toThrow(RangeError);
  });
});
