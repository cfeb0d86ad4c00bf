import { hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();
/** Passes every check of a card number, and is no test card. */
const CARD = '4539148803436467';
const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };

describe('a card number where none belongs', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const everythingIn = ({ text, headers }: Answer): string => text + JSON.stringify(headers);

  it.each<[string, () => Promise<Answer>]>([
    ['metadata', () => merchant.post('/v1/payments', { ...PAYMENT, metadata: { note: CARD } })],
    ['metadata, as a number', () => merchant.post('/v1/payments', { ...PAYMENT, metadata: { note: Number(CARD) } })],
    ['a key of metadata', () => merchant.post('/v1/payments', { ...PAYMENT, metadata: { [CARD]: 1 } })],
    ['the description', () => merchant.post('/v1/payments', { ...PAYMENT, description: `card 4539 1488 0343 6467` })],
    ['the reference', () => merchant.post('/v1/payments', { ...PAYMENT, reference_id: CARD })],
    ['the name of the customer', () => merchant.post('/v1/payments', { ...PAYMENT, customer: { name: CARD } })],
    ['the statement', () => merchant.post('/v1/payments', { ...PAYMENT, statement_descriptor: CARD })],
    ['Idempotency-Key', () => merchant.post('/v1/payments', PAYMENT, { 'idempotency-key': CARD })],
    [
      'the card, in live mode',
      () => merchant.with(hundi.liveKey).post('/v1/payments', { ...PAYMENT, payment_method: 'card', card: { number: CARD } }),
    ],
    [
      'the card, which is none of the sandbox',
      () => merchant.post('/v1/payments', { ...PAYMENT, payment_method: 'card', card: { number: CARD } }),
    ],
    ['a filter', () => merchant.get(`/v1/payments?reference_id=${CARD}`)],
    ['the key of a filter', () => merchant.get(`/v1/payments?metadata[${CARD}]=`)],
    ['a name given twice', () => merchant.post('/v1/payments', `{"${CARD}":1,"${CARD}":2}`)],
    ['an unknown name, with strictness', () => merchant.post('/v1/payments', { ...PAYMENT, [CARD]: 1 }, { prefer: 'handling=strict' })],
  ])('is refused in %s, and not repeated', async (_where, send) => {
    const answer = await send();
    expect(answer.status).toBe(400);
    expect(everythingIn(answer)).not.toMatch(/4539 ?1488 ?0343 ?6467/);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['an unknown name', () => merchant.post('/v1/payments', { ...PAYMENT, [CARD]: 1 })],
    ['an unknown query parameter', () => merchant.get(`/v1/payments?${CARD}=1`)],
    ['the path', () => merchant.get(`/v1/payments/${CARD}`)],
    ['the path of a key', () => merchant.get(`/v1/idempotency_keys/${CARD}`)],
  ])('is not repeated from %s', async (_where, send) => {
    expect(everythingIn(await send())).not.toContain(CARD);
  });
});
