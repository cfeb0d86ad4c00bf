import { linkBody as cashfreeLink } from './cashfree/cashfree-requests';
import type { CreateInput } from './processor';
import { linkBody as razorpayLink } from './razorpay/razorpay-requests';

/** Its last character that fits is two UTF-16 units. */
const withEmojiAt = (max: number): string => `${'a'.repeat(max - 1)}😀 and more`;

describe('a description that is longer than a processor takes', () => {
  const inputOf = (description: string): CreateInput => ({
    paymentId: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L',
    attempt: 1,
    amount: 49_900,
    currency: 'INR',
    instrument: { method: 'upi', flow: 'intent', vpa: null },
    captureMethod: 'automatic',
    expiresAtMs: 1_800_000_000_000,
    description,
  });

  it.each([
    ['razorpay', 255, (input: CreateInput) => razorpayLink('acct_0TgWzRaB07xK2mNq5Yd8Vf3L', input, 0)],
    ['cashfree', 200, (input: CreateInput) => cashfreeLink('acct_0TgWzRaB07xK2mNq5Yd8Vf3L', input, '9999999999', 0)],
  ] as const)('is cut between characters for %s, after %i of them', (_name, max, bodyOf) => {
    const sent = Object.values(bodyOf(inputOf(withEmojiAt(max))));
    expect(sent).toContain(`${'a'.repeat(max - 1)}😀`);
  });
});
