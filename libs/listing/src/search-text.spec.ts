import { parseSearchText } from './search-text';
import { storable, wordsOf } from './terms';

const ID = 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L';

describe('a search text', () => {
  it.each<[string, object[]]>([
    ['', []],
    ['Late  order', [{ kind: 'word', word: 'late' }, { kind: 'word', word: 'order' }]], // prettier-ignore
    ['"late order"', [{ kind: 'word', word: 'late' }, { kind: 'word', word: 'order' }]], // prettier-ignore
    ['status:failed', [{ kind: 'field', field: 'status', value: 'failed' }]],
    ['currency:inr', [{ kind: 'field', field: 'currency', value: 'INR' }]],
    ['amount:50000', [{ kind: 'field', field: 'amount', value: '50000' }]],
    ['amount:lots', [{ kind: 'word', word: 'amount' }, { kind: 'word', word: 'lots' }]], // prettier-ignore
    ['metadata.order_id:1001', [{ kind: 'metadata', key: 'order_id', value: '1001' }]],
    ['metadata.shop:"Two words"', [{ kind: 'metadata', key: 'shop', value: 'Two words' }]],
    ['payment_id:pay_1', [{ kind: 'filter', name: 'payment_id', value: 'pay_1' }]],
    ['ORD:1001', [{ kind: 'word', word: 'ord' }, { kind: 'word', word: '1001' }]], // prettier-ignore
    [ID, [{ kind: 'id', id: ID }]],
    [`id:${ID}`, [{ kind: 'id', id: ID }]],
    [`"${ID}"`, [{ kind: 'word', word: 'pay' }, { kind: 'word', word: '0tgwzrab07xk2mnq5yd8vf3l' }]], // prettier-ignore
    ['चाय', [{ kind: 'word', word: 'चाय' }]],
  ])('%j asks for %j', (text, terms) => {
    expect(parseSearchText(text, new Set(['payment_id']))).toEqual(terms);
  });
});

describe('words', () => {
  it('are the same whatever the case, the width and the signs around them', () => {
    expect(wordsOf('(ＯＲＤ-1001), Straße!')).toEqual(['ord', '1001', 'straße']);
  });

  it('keep the signs that belong to a letter', () => {
    expect(wordsOf('हिन्दी में')).toEqual(['हिन्दी', 'में']);
  });
});

describe('what is stored', () => {
  it('has no character that Postgres refuses or that separates values', () => {
    expect(storable('a\u0000b\u001fc\ud800d😀')).toBe('a\ufffdb\ufffdc\ufffdd😀');
  });
});
