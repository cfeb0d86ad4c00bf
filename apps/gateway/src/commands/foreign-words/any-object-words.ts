import type { ForeignWord, ForeignWords } from '../../validation/unknown-names';
import { NO_BROWSER, NO_COUPONS, NO_MESSAGES, NO_SHIPPING, NO_SPLITS } from './sentences';

const NO_EXPANSION = 'A write expands nothing. Read the object with expand[].';
const KEY_DECIDES = 'The API key decides the account and the mode.';
const IN_AUTHORIZATION = 'Send the API key in the header Authorization.';
const ENDPOINTS = 'Register an endpoint for webhooks: POST /v1/webhook_endpoints.';

const IN_CLIENT_SECRET = 'Send the client secret in the header Hundi-Client-Secret.';

/** Words that stand for the same at every object. */
export const ANY_OBJECT_WORDS: ForeignWords = {
  // Stripe: every request body takes expand; an object is sent back as it was read.
  ...all(['expand', 'expand[]'], NO_EXPANSION),
  ...setByHundi(['id', 'object', 'livemode', 'created', 'created_at', 'updated_at', 'sequence', 'status']),
  ...all(['test_clock', 'test_clock_id'], 'test_clock_id'),
  ...all(['client_reference_id', 'lookup_key'], 'reference_id'),
  ...all(['amt', 'value', 'total', 'sum'], ['amount', 'an integer in the smallest unit']),
  ...all(['success_url', 'cancel_url', 'redirect_url'], 'return_url'),
  client_secret: IN_CLIENT_SECRET,
  ...all(['stripe_account', 'account', 'account_id'], KEY_DECIDES),
  ...all(['shipping', 'shipping_details', 'shipping_cost', 'shipping_options'], NO_SHIPPING),
  ...all(
    ['on_behalf_of', 'transfer_data', 'transfer_group', 'application_fee', 'application_fee_amount', 'application_fee_percent'],
    NO_SPLITS,
  ),
  ...all(['coupon', 'discount', 'discounts', 'promotion_code', 'promotion_codes', 'allow_promotion_codes'], NO_COUPONS),
  // Razorpay.
  ...setByHundi(['entity']),
  ...all(['notes', 'meta', 'custom', 'custom_data', 'tags'], 'metadata'),
  ...all(['receipt', 'order_id'], ['reference_id', 'your own number of it']),
  ...all(['merchant_id', 'mode', 'test', 'live', 'test_mode', 'live_mode', 'is_live', 'is_test'], KEY_DECIDES),
  ...all(['env', 'environment', 'sandbox', 'production'], KEY_DECIDES),
  ...all(['key_id', 'key_secret', 'api_key'], IN_AUTHORIZATION),
  callback_url: 'return_url',
  callback_method: ['return_url', 'the customer returns to it by GET'],
  ...all(['notify_url', 'webhook_url', 'webhook_endpoint', 'webhook', 'webhooks'], ENDPOINTS),
  ...all(['transfers', 'linked_account'], NO_SPLITS),
  ...all(['offer_id', 'offers', 'promotions'], NO_COUPONS),
  ...all(
    ['notify', 'notify_info', 'customer_notify', 'sms_notify', 'email_notify', 'reminder_enable', 'receipt_email', 'whatsapp'],
    NO_MESSAGES,
  ),
  ...all(['ip', 'referer', 'referrer', 'user_agent', 'browser', 'device_details'], NO_BROWSER),
  ...all(['shipping_address', 'shipping_fee'], NO_SHIPPING),
};

/** The same word for several names. */
export function all(names: readonly string[], word: ForeignWord): ForeignWords {
  return Object.fromEntries(names.map((name) => [name, word]));
}

/** Members of an answer that no body takes. */
function setByHundi(names: readonly string[]): ForeignWords {
  return Object.fromEntries(names.map((name) => [name, `${name} is set by Hundi and cannot be sent.`]));
}

/** The words of an object that is a member of another: `customer.contact` is `customer.phone`. */
export function within(member: string, words: ForeignWords): ForeignWords {
  const inside = ([name, word]: [string, ForeignWord]): [string, ForeignWord] => [`${member}.${name}`, moved(member, word)];
  return Object.fromEntries(Object.entries(words).map(inside));
}

function moved(member: string, word: ForeignWord): ForeignWord {
  if (typeof word !== 'string') return [`${member}.${word[0]}`, word[1]];
  return word.includes(' ') ? word : `${member}.${word}`;
}
