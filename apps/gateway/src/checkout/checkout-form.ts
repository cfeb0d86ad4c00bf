import type { IncomingHttpHeaders } from 'node:http';
import { ConfirmPaymentDto, type ConfirmPaymentPayload, type PaymentResource } from '#contracts';
import { BodyReader } from '../validation/body-reader';
import { readCardExpiry } from './card-expiry';
import { NOT_POSSIBLE, type Problem } from './checkout-service';
import { customerMessages } from './customer-messages';
import { toConfirmPaymentPayload, validateConfirmPayment } from '../resources/payments/confirm-payment';

const READER = new BodyReader(ConfirmPaymentDto);

/** What a form is read with beside what was typed. */
export interface FormContext {
  livemode: boolean;
  /** The payer pays with an app on the device that shows the page; elsewhere a code is scanned from its screen. */
  isPhone: boolean;
}

/** A form of the checkout as the body of a confirm, checked by the very same rules. */
export function readCheckoutForm(form: Form, { livemode, isPhone }: FormContext): { payload: ConfirmPaymentPayload } | Problem {
  const { value, problems } = READER.read(bodyOf(form, isPhone));
  const dto = value as ConfirmPaymentDto;
  const all = problems.length > 0 ? problems : validateConfirmPayment(dto, { livemode });
  const [first] = all;
  if (first !== undefined) return { message: customerMessages(first) ?? NOT_POSSIBLE };
  const attemptsSeen = attemptsOf(form);
  return { payload: { ...toConfirmPaymentPayload(dto, livemode), ...(attemptsSeen !== undefined && { attemptsSeen }) } };
}

/** Whether the payment went on since the page with this form was shown: the form was sent twice, or from another window. */
export function isOutOfDate(form: Form, { attempt_count: attempts }: Pick<PaymentResource, 'attempt_count'>): boolean {
  const seen = attemptsOf(form);
  return seen !== undefined && seen !== attempts;
}

/** How many attempts the page knew of; undefined of a form without them. */
function attemptsOf({ attempts = '' }: Form): number | undefined {
  return /^\d{1,4}$/.test(attempts) ? Number(attempts) : undefined;
}

/** Whether the browser says that it runs on a phone. */
export function isPhone({ 'sec-ch-ua-mobile': hint, 'user-agent': agent = '' }: IncomingHttpHeaders): boolean {
  return hint === '?1' || /\bMobi|Android/.test(agent);
}

function bodyOf(form: Form, onPhone: boolean): Record<string, unknown> {
  const method = form['payment_method'];
  // What a form sends may be the name of something that every object has.
  const details = method !== undefined && Object.hasOwn(DETAILS, method) ? DETAILS[method]?.(form, onPhone) : undefined;
  return { payment_method: method, ...(method !== undefined && details !== undefined && { [method]: details }) };
}

type Form = Readonly<Record<string, string>>;
type Details = (form: Form, onPhone: boolean) => object | undefined;

/** A form sends every field; one that was left empty was not given. */
const DETAILS: Readonly<Record<string, Details>> = {
  upi: ({ vpa }, onPhone) => (vpa ? { vpa: vpa.trim() } : { flow: onPhone ? 'intent' : 'qr' }),
  netbanking: ({ bank }) => (bank ? { bank } : undefined),
  card: ({ card_number: number, expiry = '', cvv }) => {
    if (!number) return undefined;
    const code = cvv?.trim();
    return { number: number.trim(), ...readCardExpiry(expiry), ...(code && { cvv: code }) };
  },
};
