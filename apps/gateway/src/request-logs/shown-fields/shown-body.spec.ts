import {
  ApiKeyResource,
  ConfirmPaymentDto,
  CreateCustomerDto,
  CreatePaymentDto,
  CreateVerificationDto,
  CustomerResource,
  PaymentResource,
  type Class,
} from '#contracts';
import { shapeOf } from './shape';
import { BODY_BYTES_MAX, HIDDEN_VALUE, ShownBody, type SealedValue } from './shown-body';

const TOKEN = '~s1.cust_0TgWzRaB07xK2mNq5Yd8Vf3L.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const sealed = (value: unknown, field: SealedValue['field']): SealedValue => ({ value, field, token: `${TOKEN}${field}` });

function kept(body: unknown, model: Class, source: { sealed?: readonly SealedValue[] | null; unchecked?: 'texts' | 'documents' } = {}) {
  const shown = new ShownBody({ sealed: [], unchecked: null, ...source });
  const text = shown.textOf(body, shapeOf(model));
  return { text, body: text === null ? null : (JSON.parse(text) as unknown), isTruncated: shown.isTruncated };
}

describe('what the request log keeps of a body', () => {
  it('is what is declared, and nothing else', () => {
    const sent = { amount: 50_000, currency: 'INR', metadata: { order: 'A-17', paid: true }, api_token: 'opensesame', nested: { deep: 1 } };
    expect(kept(sent, CreatePaymentDto).body).toEqual({ amount: 50_000, currency: 'INR', metadata: { order: 'A-17', paid: true } });
  });

  it('(57) is never a number of a card, a security code, an OTP or a secret', () => {
    const card = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123', name: 'Asha Verma', token: 'tok_abc' };
    const { text } = kept({ payment_method: 'card', card }, ConfirmPaymentDto);
    for (const secret of ['4999000000000005', '123', '2030', 'Asha', 'tok_abc']) expect(text).not.toContain(secret);
    expect(text).toContain(`"cvv":"${HIDDEN_VALUE}"`);
    const key = kept({ name: 'Export', secret: 'rk_test_opensesame' }, ApiKeyResource, { sealed: null });
    expect(key.text).not.toContain('opensesame');
    expect(kept({ client_secret: 'pay_secret', status: 'created' }, PaymentResource, { sealed: null }).body).toEqual({
      client_secret: HIDDEN_VALUE,
      status: 'created',
    });
  });

  it('(58) has the token of a personal value of a request in its place, and hides one that was not sealed', () => {
    const sent = { name: 'Asha Verma', email: 'Asha@Example.com', phone: '98765 43210', address: { city: 'Pune', line1: 'MG Road 1' } };
    const tokens = [
      sealed('Asha Verma', 'name'),
      sealed('asha@example.com', 'email'),
      sealed('+919876543210', 'phone'),
      sealed('Pune', 'city'),
    ];
    expect(kept(sent, CreateCustomerDto, { sealed: tokens }).body).toEqual({
      name: `${TOKEN}name`,
      email: `${TOKEN}email`,
      phone: `${TOKEN}phone`,
      address: { city: `${TOKEN}city`, line1: HIDDEN_VALUE },
    });
    expect(kept(sent, CreateCustomerDto).text).not.toMatch(/Asha|98765|Pune|MG Road/);
  });

  it('(58) has the token of an object that was sealed as a whole, and hides it when something else was sent', () => {
    const customer = { name: 'Ravi Rao', email: 'Ravi@Example.com', phone: '98765 43211' };
    const tokens = [sealed({ name: 'Ravi Rao', email: 'ravi@example.com', phone: '+919876543211' }, 'customer')];
    expect(kept({ amount: 1, customer }, CreatePaymentDto, { sealed: tokens }).body).toEqual({ amount: 1, customer: `${TOKEN}customer` });
    const other = { ...customer, name: 'Asha Verma' };
    const hidden = { name: HIDDEN_VALUE, email: HIDDEN_VALUE, phone: HIDDEN_VALUE };
    expect(kept({ amount: 1, customer: other }, CreatePaymentDto, { sealed: tokens }).body).toEqual({ amount: 1, customer: hidden });
  });

  it('(58) has the tokens of an answer, and hides a personal value that is none', () => {
    const answer = { id: 'cust_1', name: TOKEN, email: 'asha@example.com', address: { city: TOKEN, line1: null } };
    expect(kept(answer, CustomerResource, { sealed: null }).body).toEqual({
      id: 'cust_1',
      name: TOKEN,
      email: HIDDEN_VALUE,
      address: { city: TOKEN, line1: null },
    });
  });

  it('(57) has no secret of ours in any field, and keeps what a key is recognized by', () => {
    const secrets = [
      'sk_live_0VbanWjR20xBimn7M2VGDl3WaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaB',
      'at_test_0VbanWjR20xBimn7M2VGDl3W',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'pay_0VbanWjR20xBimn7M2VGDl3W_secret_t0VbanWjR20xBimn7M2V',
    ];
    for (const secret of secrets) {
      const sent = { amount: secret, description: `here: ${secret}`, reference_id: secret, metadata: { note: secret, [secret]: 'x' } };
      expect(kept(sent, CreatePaymentDto).text).not.toContain(secret.slice(-12));
    }
    expect(kept({ hint: 'sk_live_0Vba…aaaB' }, ApiKeyResource, { sealed: null }).body).toEqual({ hint: 'sk_live_0Vba…aaaB' });
  });

  it('has no text of a caller that would be read as a token', () => {
    expect(kept({ amount: 1, description: TOKEN }, CreatePaymentDto).body).toEqual({ amount: 1, description: HIDDEN_VALUE });
  });

  it('(57) has no text with the number of a card or a document when the request was refused', () => {
    const sent = {
      description: 'card 4111 1111 1111 1111',
      reference_id: '234123412346',
      metadata: { '4111111111111111': 'x', order: 'A-17' },
    };
    expect(kept(sent, CreatePaymentDto, { unchecked: 'texts' }).body).toEqual({
      description: HIDDEN_VALUE,
      reference_id: HIDDEN_VALUE,
      metadata: { order: 'A-17' },
    });
  });

  it('(57) has single words alone of the texts of a refused request about documents', () => {
    const consent = { given: true, channel: 'web', purpose: 'number K 7391846', language: 'K7391846' };
    const sent = { document_type: 'passport', document_number: 'K7391846', consent, metadata: { CNR8473625: 'x', note: 483726109548 } };
    expect(kept(sent, CreateVerificationDto, { unchecked: 'documents' }).body).toEqual({
      document_type: 'passport',
      document_number: HIDDEN_VALUE,
      consent: { given: true, channel: 'web', purpose: HIDDEN_VALUE, language: HIDDEN_VALUE },
      metadata: { note: HIDDEN_VALUE },
    });
  });

  it('is JSON that fits, whatever was sent, and says when something was left out', () => {
    const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key_${index}`, 'ñ'.repeat(200)]));
    const { text, isTruncated } = kept({ amount: 1, metadata, currency: 'INR' }, CreatePaymentDto);
    expect(isTruncated).toBe(true);
    expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(BODY_BYTES_MAX);
    expect(JSON.parse(text ?? '')).toMatchObject({ amount: 1, metadata: { key_0: expect.any(String) } });
    expect(kept({ amount: 1 }, CreatePaymentDto).isTruncated).toBe(false);
  });

  it('is nothing of what is no object', () => {
    for (const body of [undefined, null, 'text', [1, 2]]) expect(kept(body, CreatePaymentDto).text).toBeNull();
  });
});
