import { eventually, hundiUnderTest } from '#testing';
import { CREDIT_CASES } from '../../../test/billing-cases/credit';
import { DUNNING_CASES } from '../../../test/billing-cases/dunning';
import { GST_CASES } from '../../../test/billing-cases/gst';
import { MANDATE_SIZE_CASES } from '../../../test/billing-cases/mandate-size';
import { BillingStory, type BillingCase } from '../../../test/billing-story';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const USUAL: BillingCase = {
  id: 'B0',
  title: 'a subscription without a change is charged once in each period',
  steps: [
    ['clock', '2031-03-01T09:00:00+05:30'],
    ['customer', {}],
    ['subscribe', { interval: 'month', payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' }, amount: 49_900 }],
    ['advance', '2031-05-02T09:00:00+05:30'],
  ],
  expected: { 'subscription.status': 'active', charged: 149_700, refunded: 0, balance: 0 },
};
const CASES = [USUAL, ...CREDIT_CASES, ...MANDATE_SIZE_CASES, ...DUNNING_CASES, ...GST_CASES];

describe('billing', () => {
  it.each(CASES)('$id: $title', async ({ steps, expected }) => {
    const story = new BillingStory(await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi)));
    await story.play(steps);
    await eventually(async () => expect(await story.facts()).toMatchObject(expected));
  });
});
