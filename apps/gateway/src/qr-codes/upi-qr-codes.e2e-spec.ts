import { eventually, hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../test/api-client';
import { Merchant, newKey } from '../../test/merchant';
import { scanQrCode } from '../../test/qr-scanner';

const hundi = hundiUnderTest();

interface NextAction {
  type: string;
  intent_url: string | null;
  qr: string | null;
  qr_code: string | null;
}

const nextActionOf = ({ json }: { json: Record<string, unknown> }): NextAction => json.next_action as NextAction;
const qrCodesIn = ({ text }: Answer): string[] => [...text.matchAll(/"qr_code":(null|"[^"]*")/g)].map(([, code]) => code!);

describe('the QR code of a UPI payment', () => {
  let merchant: Merchant;
  const body = { amount: 50000, currency: 'INR', payment_method: 'upi', description: 'Order 1001 & more' };
  const create = (upi: object, more = {}, headers = {}): Promise<Answer> =>
    merchant.post('/v1/payments', { ...body, upi, ...more }, headers);

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  it('flow qr: waits to be scanned, with the link of NPCI for a dynamic code and an image that reads as this link', async () => {
    const answer = await create({ flow: 'qr' });
    const reference = String(answer.json.id).slice('pay_'.length);
    expect([answer.status, answer.json.status]).toEqual([201, 'requires_action']);
    const { qr, qr_code } = nextActionOf(answer);
    expect(qr).toBe(
      `upi://pay?ver=01&mode=15&pa=merchant@sandbox&pn=Hundi%20Sandbox&mc=5411&tr=PAY${reference}&tn=Order%201001%20%26%20more&am=500.00&cu=INR&qrMedium=06`,
    );
    expect(scanQrCode(qr_code!)).toBe(qr);
    expect(nextActionOf(answer)).toMatchObject({ type: 'upi_qr', intent_url: null });
  });

  it('flow intent, the default: the same link for the app and for the code', async () => {
    const answer = await create({}, { return_url: 'https://shop.example/back' });
    const { type, intent_url, qr, qr_code } = nextActionOf(answer);
    expect([type, qr]).toEqual(['upi_intent', intent_url]);
    expect(intent_url).toMatch(/^upi:\/\/pay\?pa=.*&am=500\.00&cu=INR&mode=04$/);
    expect(scanQrCode(qr_code!)).toBe(qr);
  });

  it('flow collect: no code', async () => {
    expect(nextActionOf(await create({ vpa: 'expired@sandbox' }))).toMatchObject({ type: 'upi_collect', qr: null, qr_code: null });
  });

  it('is the same to the byte in the answer, its replay, and a GET', async () => {
    const key = { 'idempotency-key': newKey() };
    const { text, headers } = await create({ flow: 'qr' }, {}, key);
    expect((await create({ flow: 'qr' }, {}, key)).text).toBe(text);
    expect((await merchant.get(String(headers.location))).text).toBe(text);
  });

  it('is left out of lists, histories, the feed and single events, which have the link', async () => {
    const { headers, json } = await create({ flow: 'qr' });
    const payment = String(headers.location);
    const events = `/v1/events?resource_id=${String(json.id)}&type=payment.requires_action`;
    await eventually(async () => expect((await merchant.get(events)).json.data).toHaveLength(1));
    const [event] = (await merchant.get(events)).json.data as { id: string; data: { object: Record<string, unknown> } }[];
    expect(nextActionOf({ json: event!.data.object })).toMatchObject({ qr: nextActionOf({ json }).qr, qr_code: null });
    for (const path of [events, `/v1/events/${event!.id}`, `${payment}/events`, `/v1/payments?id=${String(json.id)}`]) {
      const codes = qrCodesIn(await merchant.get(path));
      expect([path, codes.length > 0, codes.every((code) => code === 'null')]).toEqual([path, true, true]);
    }
  });

  it('is gone once the payment is made', async () => {
    const { json } = await create({ flow: 'qr' });
    const paid = await merchant.post(`/v1/test_helpers/payments/${String(json.id)}/simulate`, { outcome: 'approve' });
    expect(paid.json).toMatchObject({ status: 'captured', next_action: null });
  });

  describe('400', () => {
    it.each<[string, object, string]>([
      ['a flow that there is not', { upi: { flow: 'scan' } }, 'upi.flow parameter_invalid'],
      ['collect without an address', { upi: { flow: 'collect' } }, 'upi.vpa parameter_missing'],
      ['another currency than rupees', { upi: { flow: 'qr' }, currency: 'USD' }, 'payment_method currency_not_supported'],
    ])('%s', async (_what, wrong, problem) => {
      const answer = await merchant.post('/v1/payments', { ...body, ...wrong });
      expect([answer.status, problemsOf(answer)]).toEqual([400, [problem]]);
    });
  });
});
