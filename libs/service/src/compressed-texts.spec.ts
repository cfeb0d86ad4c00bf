import fc from 'fast-check';
import { compressed, decompressed } from './compressed-texts';

const FROM_BYTES = 200;
const BYTES_MAX = 100_000;

describe('texts that are stored together', () => {
  it('are found as they were, compressed or not', () => {
    const texts = fc.array(fc.json({ maxDepth: 2 }), { maxLength: 40 }).map((all) => `[${all.join()}]`);
    fc.assert(fc.property(texts, (text) => decompressed(compressed(text, FROM_BYTES), BYTES_MAX) === text));
  });

  it('are compressed when it is worth it', () => {
    const text = JSON.stringify(Array.from({ length: 400 }, (_, amount) => ({ object: 'payment', amount, currency: 'INR' })));
    const stored = compressed(text, FROM_BYTES);
    expect(stored.length).toBeLessThan(text.length / 5);
    expect(compressed('[1]', FROM_BYTES).toString()).toBe('[1]');
  });

  it('are refused when there are more than can have been stored', () => {
    expect(() => decompressed(compressed('1'.repeat(2_000), FROM_BYTES), 1_000)).toThrow(RangeError);
  });
});
