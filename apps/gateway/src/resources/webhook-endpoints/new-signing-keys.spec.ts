import { createPublicKey, createPrivateKey, sign, verify } from 'node:crypto';
import { SeededRandom } from '#testing';
import { newSigningKeys } from './new-signing-keys';

const bytesOf = (text: string): Buffer => Buffer.from(text.slice(text.indexOf('_') + 1), 'base64');
/** Seals by writing a mark before the value, so that a test can look inside. */
const seal = (value: unknown): string => `sealed ${String(value)}`;
const open = (token: string | undefined): string => String(token).replace('sealed ', '');

describe('new signing keys', () => {
  it('are an HMAC secret of 32 bytes and an ed25519 pair that fits together', () => {
    const { keys, secretHint } = newSigningKeys(new SeededRandom(1), seal);
    const [hmac, ed25519] = keys;
    expect([hmac?.alg, bytesOf(open(hmac?.sealed)).length, hmac?.publicKey]).toEqual(['v1', 32, null]);
    expect(open(hmac?.sealed)).toMatch(/^whsec_/);
    expect(open(hmac?.sealed).endsWith(secretHint)).toBe(true);
    const pair = bytesOf(open(ed25519?.sealed));
    expect([open(ed25519?.sealed).slice(0, 5), pair.length]).toEqual(['whsk_', 64]);
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), pair.subarray(0, 32)]);
    const signature = sign(null, Buffer.from('a.1.{}'), createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
    const x = bytesOf(String(ed25519?.publicKey)).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, Buffer.from('a.1.{}'), publicKey, signature)).toBe(true);
    expect(pair.subarray(32).toString('base64url')).toBe(x);
  });

  it('are different every time, with a fingerprint that does not reveal them', () => {
    const random = new SeededRandom(1);
    const all = [newSigningKeys(random, seal), newSigningKeys(random, seal)].flatMap(({ keys }) => keys);
    expect(new Set(all.map(({ sealed }) => sealed)).size).toBe(4);
    expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(4);
    for (const { sealed, fingerprint } of all) expect(sealed).not.toContain(fingerprint);
  });
});
