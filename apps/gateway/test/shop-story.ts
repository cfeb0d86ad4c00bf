import { eventually } from '#testing';
import type { Answer } from './api-client';
import { Browser } from './browser';
import { newKey, type Merchant } from './merchant';

/** Cards of the sandbox, written as nothing of ours writes them. */
export const CARDS = ['5267-3181 8797-5449', '6074 8259-7208 3818'] as const;
/** One that the sandbox refuses: it is real, as far as anybody can tell. */
export const REFUSED_CARD = '4539148803436467';
export const CVV = '831';
export const AADHAAR = '9999-4105-7058';
export const PAN = 'CNRPK4821F';
/** No bank of the sandbox sent it. */
export const WRONG_OTP = '48372695';
const OTP = '123456';
const CONSENT = { given: true, text_version: '1', captured_at: 1_795_253_400 };

/** What a merchant was answered, and the secrets that are known by nothing else than these answers. */
export interface Story {
  /** Those that give a secret to who may have it. */
  answers: Answer[];
  /** Refusals, which must give nothing. */
  refusals: Answer[];
  /** Pages that a payer saw. */
  pages: string[];
  webhookSecrets: string[];
  /** Texts of keys that were made by the API, or took the place of one. */
  keys: string[];
  clientSecrets: string[];
  ids: { card: string; checkout: string; verification: string };
}

interface Shop {
  merchant: Merchant;
  baseUrl: string;
  /** Where its endpoint listens. */
  hook: string;
  /** A value of a header that its endpoint gets. */
  headerValue: string;
  /** What every object of it carries in its metadata. */
  marker: string;
}

/** A shop registers an endpoint, makes and rolls keys, is paid by card twice, verifies a customer, and makes every mistake on the way. */
export async function runStory(shop: Shop): Promise<Story> {
  const endpoint = await register(shop);
  const keys = await makeKeys(shop);
  const paid = await payByCard(shop);
  const checkout = await payOnPage(shop);
  const verified = await verifyCustomer(shop);
  const clientSecrets = [paid.secret, checkout.secret];
  const refusals = await makeMistakes(shop, [...endpoint.secrets, ...keys.secrets, ...clientSecrets]);
  return {
    answers: [...endpoint.answers, ...keys.answers, paid.answer, checkout.answer, ...verified],
    refusals,
    pages: [...paid.pages, ...checkout.pages],
    webhookSecrets: endpoint.secrets,
    keys: keys.secrets,
    clientSecrets,
    ids: { card: String(paid.answer.json.id), checkout: String(checkout.answer.json.id), verification: String(verified[0]?.json.id) },
  };
}

async function register({ merchant, hook, headerValue }: Shop): Promise<{ answers: Answer[]; secrets: string[] }> {
  const body = { url: hook, enabled_events: ['*'], signing: 'both', headers: { 'X-Token': headerValue } };
  const made = await merchant.post('/v1/webhook_endpoints', body);
  const rotated = await merchant.post(`/v1/webhook_endpoints/${String(made.json.id)}/rotate_secret`, { grace_period_seconds: 600 });
  const answers = [made, rotated];
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  return { answers, secrets: answers.map(({ json }) => String(json.secret)) };
}

/** One key is used and goes on, one is rolled, and one is reported as leaked. */
async function makeKeys({ merchant }: Shop): Promise<{ answers: Answer[]; secrets: string[] }> {
  const make = () => merchant.post('/v1/api_keys', { kind: 'restricted', name: 'Export', scopes: ['payments:read'] });
  const made = [await make(), await make(), await make()];
  const rolled = await merchant.post(`/v1/api_keys/${String(made[1]?.json.id)}/roll`, { overlap_seconds: 600 });
  const answers = [...made, rolled];
  const secrets = answers.map(({ json }) => String(json.secret));
  expect((await merchant.with(secrets[0] ?? '').get('/v1/payments')).status).toBe(200);
  expect((await merchant.api.post('/v1/api_keys/report_leak', { body: { key: secrets[2] } })).status).toBe(200);
  return { answers, secrets };
}

interface Paid {
  answer: Answer;
  secret: string;
  pages: string[];
}

/** The bank's page asks for a password: a wrong one, then the right one. */
async function payByCard({ merchant, baseUrl, marker }: Shop): Promise<Paid> {
  const card = { number: CARDS[0], expiry_month: 12, expiry_year: 2030, cvv: CVV };
  const body = { amount: 50_000, currency: 'INR', payment_method: 'card', card, return_url: 'https://shop.example/back' };
  const answer = await merchant.post('/v1/payments', { ...body, metadata: { marker } }, { 'idempotency-key': newKey() });
  const { id, next_action } = answer.json as { id: string; next_action: { url: string } };
  const browser = await new Browser().open(local(baseUrl, next_action.url));
  const pages = [browser.page];
  for (const otp of [WRONG_OTP, OTP]) pages.push((await browser.submit(`/sandbox/pay/${id}`, { otp })).page);
  expect(browser.page).toContain('the payment has arrived');
  return { answer, secret: String(answer.json.client_secret), pages };
}

/** The payer types a card that is refused, then one that is taken. */
async function payOnPage({ merchant, baseUrl, marker }: Shop): Promise<Paid> {
  const answer = await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', payment_methods: ['card'], metadata: { marker } });
  const { id, checkout_url } = answer.json as { id: string; checkout_url: string };
  const browser = await new Browser().open(local(baseUrl, checkout_url));
  const pages: string[] = [];
  for (const card_number of [REFUSED_CARD, CARDS[1]]) {
    pages.push((await browser.submit(`/checkout/${id}`, { payment_method: 'card', card_number, expiry: '12/2030', cvv: CVV })).page);
  }
  await browser.submit(`/sandbox/pay/${id}`, { otp: OTP });
  await eventually(async () => expect((await merchant.get(`/v1/payments/${id}`)).json.status).toBe('captured'));
  return { answer, secret: String(answer.json.client_secret), pages };
}

async function verifyCustomer({ merchant, marker }: Shop): Promise<Answer[]> {
  const customer_id = (await merchant.customer({ name: 'Asha Verma', metadata: { marker } })).split('/').at(-1);
  const documents = { aadhaar: AADHAAR, pan: PAN };
  const verified: Answer[] = [];
  for (const [document_type, document_number] of Object.entries(documents)) {
    const body = { customer_id, consent: CONSENT, document_type, document_number, metadata: { marker } };
    verified.push(await merchant.post('/v1/kyc/verifications', body));
  }
  expect(verified.map(({ status }) => status)).toEqual([201, 201]);
  return verified;
}

/** Every secret stands somewhere where it does not belong, and none of these requests is carried out. */
async function makeMistakes({ merchant }: Shop, secrets: readonly string[]): Promise<Answer[]> {
  const all = [merchant.key, ...secrets, ...CARDS, REFUSED_CARD, AADHAAR, PAN];
  const anonymous = { key: undefined };
  const payment = { amount: 50_000, currency: 'INR', payment_method: 'card' };
  const card = { number: CARDS[0], expiry_month: 13, expiry_year: 2030, cvv: CVV };
  const sent: Promise<Answer>[] = [
    merchant.post('/v1/payments', { ...payment, card }),
    merchant.post('/v1/payments', { ...payment, card: { ...card, expiry_month: 12, number: REFUSED_CARD } }),
    merchant.post('/v1/kyc/verifications', { document_type: PAN, document_number: AADHAAR, consent: CONSENT }),
    merchant.api.get(`/v1/payments?api_key=${merchant.key}`, anonymous),
    merchant.with(`${merchant.key}x`).get('/v1/payments'),
  ];
  for (const secret of all) {
    sent.push(
      merchant.post('/v1/payments', { amount: secret, currency: secret, payment_method: secret, card: secret }),
      merchant.post('/v1/payments', { ...payment, [secret]: secret }, { prefer: 'handling=strict' }),
      merchant.post('/v1/payments', `{"amount":"${secret}",`),
      merchant.get(`/v1/payments/${encodeURIComponent(secret)}`),
      merchant.get(`/v1/payments?limit=${encodeURIComponent(secret)}`),
    );
  }
  const refusals = await Promise.all(sent);
  expect(refusals.filter(({ status }) => status < 400)).toEqual([]);
  return refusals;
}

function local(baseUrl: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${baseUrl}${pathname}${search}`;
}
