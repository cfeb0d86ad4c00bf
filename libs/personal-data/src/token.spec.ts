import { SEAL_MARK } from '#contracts';
import fc from 'fast-check';
import { formatToken, mayHoldTokens, replaceTokens, subjectsIn } from './token';

const SUBJECT = 'cust_0QvAb12c07ABCDEFGHIJKLMN';
const sealed = (text: string): string => formatToken(SUBJECT, Buffer.from(text.padEnd(29, '.')));
const read = (json: string): string => replaceTokens(json, ({ bytes }) => JSON.stringify({ was: bytes.toString() }));

/** The same replacement on the parsed value: what the text version must equal. */
function replaced(value: unknown, tokens: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return tokens.has(value) ? { was: Buffer.from(value.split('.')[2] ?? '', 'base64url').toString() } : value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, tokens));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, tokens)]));
}

describe('tokens in a JSON text', () => {
  it('are replaced where they are a whole string, and nowhere else', () => {
    const token = sealed('a');
    const texts = [
      token,
      `${token} `,
      ` ${token}`,
      `"${token}"`,
      `"${token}`,
      `\\"${token}`,
      `${token}${token}`,
      SEAL_MARK,
      `${SEAL_MARK}x.y`,
    ];
    const before = { texts, nested: { token }, [`"${token}`]: 1 };
    const after = JSON.parse(read(JSON.stringify(before))) as typeof before;
    expect(after).toEqual(replaced(before, new Set([token])));
    expect(after.texts.slice(1)).toEqual(texts.slice(1));
  });

  it('leave any JSON around them as it was', () => {
    const tokens = ['a', 'b'].map(sealed);
    const text = fc.oneof(fc.constantFrom(...tokens, ...tokens.map((token) => `\\"${token}"`)), fc.string());
    const value = fc.letrec((tie) => ({
      node: fc.oneof({ depthSize: 'small' }, text, fc.integer(), fc.array(tie('node')), fc.dictionary(fc.string(), tie('node'))),
    })).node;
    fc.assert(fc.property(value, (json) => expect(JSON.parse(read(JSON.stringify(json)))).toEqual(replaced(json, new Set(tokens)))));
  });

  it('are left alone where they are a name: what a caller called something is no value of ours', () => {
    const token = sealed('a');
    for (const json of [JSON.stringify({ [token]: token }), `{ "${token}" : "${token}" }`]) {
      expect(JSON.parse(read(json))).toEqual({ [token]: { was: expect.any(String) as string } });
    }
    expect(subjectsIn(JSON.stringify({ [token]: 1 }))).toEqual([]);
  });

  it('name their subjects, each once', () => {
    const json = JSON.stringify([sealed('a'), sealed('b'), formatToken('acct_1', Buffer.alloc(29))]);
    expect(subjectsIn(json)).toEqual([SUBJECT, 'acct_1']);
    expect(mayHoldTokens(json)).toBe(true);
    expect(mayHoldTokens('{"name":"Asha","text":"see ~s1.x"}')).toBe(false);
  });
});
