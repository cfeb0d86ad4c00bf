import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { readSigningKey, signatureHeader, type SignedContent } from './signing';

const VECTOR = { messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampS: 1614265330, body: Buffer.from('{"test": 2432232314}') };
const VECTOR_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const secretOf = (byte: number, length = 32): string => `whsec_${Buffer.alloc(length, byte).toString('base64')}`;
const OLD = secretOf(1);
const NEW = secretOf(2);
const ED25519 = `whsk_${Buffer.alloc(32, 3).toString('base64')}`;

const headerOf = (secrets: readonly string[], content: SignedContent): string =>
  signatureHeader(
    secrets.map((secret, index) => readSigningKey(secret, `key-${index}`)),
    content,
  );

/** The verifiers compare it with the clock of the machine. */
const NOW_S = Math.floor((performance.timeOrigin + performance.now()) / 1_000);

const isAcceptedBy = (
  Verifier: typeof StandardWebhook | typeof SvixWebhook,
  secret: string,
  delivery: { content: SignedContent; signature: string },
): boolean => {
  const { messageId, timestampS, body } = delivery.content;
  const headers = { 'webhook-id': messageId, 'webhook-timestamp': String(timestampS), 'webhook-signature': delivery.signature };
  try {
    new Verifier(secret).verify(Buffer.from(body).toString(), headers);
    return true;
  } catch {
    return false;
  }
};

describe('a signature', () => {
  it('is that of the public test vector', () => {
    expect(headerOf([VECTOR_SECRET], VECTOR)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is accepted by both verifiers, whatever the body', () => {
    const body = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constantFrom('{"a":"😀𝒳.जय."}', '"1.2.3..."'));
    fc.assert(
      fc.property(body, (text) => {
        const content = { messageId: 'evt_01', timestampS: NOW_S, body: Buffer.from(text) };
        const delivery = { content, signature: headerOf([NEW], content) };
        // Both parse what they have verified: a body that is no JSON throws after the signature was found good.
        fc.pre(isJson(text));
        expect([isAcceptedBy(StandardWebhook, NEW, delivery), isAcceptedBy(SvixWebhook, NEW, delivery)]).toEqual([true, true]);
        expect([isAcceptedBy(StandardWebhook, OLD, delivery), isAcceptedBy(SvixWebhook, OLD, delivery)]).toEqual([false, false]);
      }),
    );
  });

  it.each([
    ['only the old key', [OLD], [true, false]],
    ['only the new key', [NEW], [false, true]],
    ['both, during a rotation', [NEW, OLD], [true, true]],
    ['both and an ed25519 key', [NEW, ED25519, OLD], [true, true]],
  ])('with %s is accepted by who knows one of them', (_, secrets, [oldAccepts, newAccepts]) => {
    const content = { messageId: 'evt_01', timestampS: NOW_S, body: Buffer.from('{"a":"😀"}') };
    const delivery = { content, signature: headerOf(secrets, content) };
    for (const Verifier of [StandardWebhook, SvixWebhook]) {
      expect([isAcceptedBy(Verifier, OLD, delivery), isAcceptedBy(Verifier, NEW, delivery)]).toEqual([oldAccepts, newAccepts]);
    }
  });

  it('with ed25519 is over the same content', () => {
    const [version, signature] = headerOf([ED25519], VECTOR).split(',');
    const publicKey = createPublicKey(readSigningKey(ED25519, 'key').key);
    const signed = Buffer.concat([Buffer.from(`${VECTOR.messageId}.${VECTOR.timestampS}.`), VECTOR.body]);
    expect([version, verify(null, signed, publicKey, Buffer.from(signature ?? '', 'base64'))]).toEqual(['v1a', true]);
  });

  it('names the newest key first', () => {
    const [first, second] = headerOf([NEW, OLD], VECTOR).split(' ');
    expect([first, second]).toEqual([headerOf([NEW], VECTOR), headerOf([OLD], VECTOR)]);
  });
});

describe('a secret', () => {
  it('takes a seed of ed25519 with and without its public key', () => {
    const seed = Buffer.alloc(32, 3);
    const { x } = createPublicKey(readSigningKey(ED25519, 'key').key).export({ format: 'jwk' });
    const pair = `whsk_${Buffer.concat([seed, Buffer.from(x ?? '', 'base64url')]).toString('base64')}`;
    expect(headerOf([pair], VECTOR)).toBe(headerOf([ED25519], VECTOR));
  });

  it.each([secretOf(1, 24), secretOf(1, 64)])('may have 24 to 64 bytes', (secret) => {
    expect(() => readSigningKey(secret, 'key')).not.toThrow();
  });

  it.each(['', 'whsec_', 'whsec_!!!!', secretOf(1, 23), secretOf(1, 65), OLD.slice(6), `whsk_${'A'.repeat(8)}`, 'whpk_AAAA'])(
    'is refused as %j, and not repeated in the error',
    (secret) => {
      const reading = (): unknown => readSigningKey(secret, 'key');
      expect(reading).toThrow('secret');
      if (secret.length > 8) expect(reading).not.toThrow(secret.slice(6));
    },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
