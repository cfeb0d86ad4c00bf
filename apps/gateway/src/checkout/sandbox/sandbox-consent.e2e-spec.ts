import { changedLast, hundiUnderTest } from '#testing';
import { Browser } from '../../../test/browser';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('the mock DigiLocker', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = await merchant.customer({ name: 'Asha Verma' });
  });

  /** A verification by DigiLocker, and the address of its page. */
  async function start(document_number: string, details: object = {}) {
    const { json } = await merchant.post('/v1/kyc/verifications', {
      customer_id: customer.split('/').at(-1),
      document_type: 'aadhaar',
      document_number,
      document_details: { method: 'digilocker', ...details },
    });
    const { pathname, search } = new URL(String((json.next_action as { url: string }).url));
    return { id: String(json.id), json, page: pathname, url: `${hundi.baseUrl}${pathname}${search}` };
  }
  const read = async (id: string) => (await merchant.get(`/v1/kyc/verifications/${id}`)).json;

  it('asks for consent, verifies once it is given, and leads back to the merchant', async () => {
    const { id, json, page, url } = await start('9999-0001-0009', { redirect_url: 'https://shop.example/kyc?x=%221' });
    expect(json).toMatchObject({ status: 'requires_input', verification_reason_code: 'redirect_required', method: 'digilocker' });
    expect(json.next_action).toMatchObject({ type: 'redirect' });
    const browser = await new Browser().open(url);
    expect([browser.status, browser.policy]).toEqual([200, expect.stringContaining("form-action 'self'")]);
    await browser.submit(page, { decision: 'approve' });
    expect(await read(id)).toMatchObject({ status: 'verified', customer_name: 'Asha Verma' });
    expect(browser.page).toContain(`verification_id=${id}&#38;status=verified`);
    expect(browser.page).toContain('https://shop.example/kyc?x=%221&#38;verification_id');
    // Reloading or sending again changes nothing.
    await browser.open(url);
    expect(browser.page).toContain('verified');
  });

  it('ends with what the number stands for, and is cancelled when consent is denied', async () => {
    const failing = await start('9999-0011-0007');
    await (await new Browser().open(failing.url)).submit(failing.page, { decision: 'approve' });
    expect(await read(failing.id)).toMatchObject({ status: 'failed', verification_reason_code: 'name_mismatch' });
    const denied = await start('9999-0001-0009');
    const browser = await (await new Browser().open(denied.url)).submit(denied.page, { decision: 'deny' });
    expect(await read(denied.id)).toMatchObject({ status: 'cancelled', verification_reason_code: 'customer_cancelled' });
    expect(browser.page).toContain('cancelled');
    await browser.submit(denied.page, { decision: 'approve' });
    expect((await read(denied.id)).status).toBe('cancelled');
  });

  it('opens only with the secret of this verification, and takes no decision from another site', async () => {
    const [own, other] = [await start('9999-0001-0009'), await start('9999-0001-0009')];
    const foreign = `${hundi.baseUrl}${own.page}${new URL(other.url).search}`;
    const pages = [`${hundi.baseUrl}${own.page}`, foreign, changedLast(own.url)];
    for (const url of pages) expect((await new Browser().open(url)).status).toBe(404);
    const browser = await new Browser().open(`${hundi.baseUrl}${own.page}`);
    await browser.submit(own.page, { decision: 'approve' });
    expect(browser.status).toBe(404);
    expect((await read(own.id)).status).toBe('requires_input');
    const undecided = await (await new Browser().open(own.url)).submit(own.page, { decision: 'maybe' });
    expect(undecided.status).toBe(400);
    const payment = await merchant.open();
    const { client_secret: secret } = (await merchant.get(payment)).json;
    const mixed = await new Browser().open(`${hundi.baseUrl}/sandbox/kyc/${payment.split('/').at(-1)}?client_secret=${String(secret)}`);
    expect(mixed.status).toBe(404);
  });
});
