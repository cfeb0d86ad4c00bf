import type { FieldProblem } from '#contracts';

type Fault = Pick<FieldProblem, 'param' | 'reason'>;

const EXPIRY = 'The expiry date is not right. Write the month and the year as on the card, for example 12/30.';
const NOT_OF_THE_SANDBOX = 'This is not a card of the sandbox. Never type in a real card here: this is a test.';

/** Field of a confirmation → what a payer can do about it. The words of the API are for its callers. */
const WORDS: Readonly<Record<string, string>> = {
  payment_method: 'Please choose another way to pay.',
  'upi.vpa': 'The UPI address is not right. It looks like name@bank.',
  'card.number': 'The card number is not right. Please check it.',
  'card.expiry_month': EXPIRY,
  'card.expiry_year': EXPIRY,
  'card.cvv': 'The security code is not right: it is the three or four digits on the card.',
  'netbanking.bank': 'Please choose another bank.',
  otp: 'The one-time password is not right: it has four to eight digits.',
};

/** A sentence for the payer about a field that is not right; undefined where there is nothing that a payer could do. */
export function customerMessages({ param, reason }: Fault): string | undefined {
  return reason === 'live_card_in_sandbox' ? NOT_OF_THE_SANDBOX : WORDS[param];
}
