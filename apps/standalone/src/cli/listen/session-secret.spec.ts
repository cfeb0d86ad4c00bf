import { Webhook } from 'standardwebhooks';
import { SessionSecret } from './session-secret';

describe('the session secret', () => {
  it('signs as the public test vector of Standard Webhooks says', () => {
    const secret = new SessionSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const signature = secret.signatureOf('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}');
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is new each time, and the verifier of Standard Webhooks takes what it signs', () => {
    const [secret, other] = [new SessionSecret(), new SessionSecret()];
    expect(secret.text).not.toBe(other.text);
    const timestamp = Math.floor(Date.now() / 1000);
    const body = '{"name":"Aśvin 🪷.…"}';
    const signed = (by: SessionSecret) => ({
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': by.signatureOf('evt_1', timestamp, body),
    });
    expect(new Webhook(secret.text).verify(body, signed(secret))).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret.text).verify(body, signed(other))).toThrow();
  });

  it.each(['', 'whsec_', 'whsec_short', 'secret_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${'A'.repeat(100)}`])(
    'is not made of %j',
    (text) => {
      expect(() => new SessionSecret(text)).toThrow('--secret');
    },
  );
});
