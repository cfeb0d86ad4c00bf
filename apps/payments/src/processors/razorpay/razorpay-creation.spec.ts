import { FakeRazorpay, RAZORPAY_KEYS } from '../../../test/fakes/razorpay';
import { contextOf, inputOf, NOW_MS } from '../../../test/fakes/samples';
import { createRazorpay } from './create-razorpay';

describe('a payment at Razorpay with the server-to-server API', () => {
  let fakeApi: FakeRazorpay;
  let razorpay: ReturnType<typeof createRazorpay>;
  beforeEach(async () => {
    fakeApi = new FakeRazorpay(() => NOW_MS / 1000);
    await fakeApi.start();
    const { keyId, keySecret } = RAZORPAY_KEYS;
    razorpay = createRazorpay({ apiUrl: fakeApi.url, keyId, keySecret, webhookSecrets: [], isDirectEnabled: true });
  });
  afterEach(async () => {
    await razorpay.close();
    await fakeApi.stop();
  });

  it.each([
    ['asha@example.com', '+919876543210', 'upi_intent'],
    [`${'a'.repeat(28)}@example.com`, '+919876543210', 'upi_intent'],
    [`${'a'.repeat(29)}@example.com`, '+919876543210', 'redirect_to_url'],
    ['asha@example.com', '+491234567890123', 'redirect_to_url'],
  ])('is made on the page where Razorpay does not take how the customer is reached: %s %s', async (email, phone, kind) => {
    const begun = await razorpay.processor.create(inputOf({ customer: { email, phone } }), contextOf());
    expect(begun).toMatchObject({ state: 'requires_action', nextAction: { kind } });
  });
});
