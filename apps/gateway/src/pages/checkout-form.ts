import { ConfirmPaymentDto, toConfirmPaymentPayload, validateConfirmPayment, type ConfirmPaymentPayload } from '#contracts';
import { BodyReader } from '../validation/body-reader';
import { NOT_POSSIBLE, type Problem } from './payer';
import { wordsForPayer } from './payer-words';

const READER = new BodyReader(ConfirmPaymentDto);

/** A form of the checkout as the body of a confirm, checked by the very same rules. */
export function readCheckoutForm(form: Readonly<Record<string, string>>, livemode: boolean): { payload: ConfirmPaymentPayload } | Problem {
  const { value, problems } = READER.read(bodyOf(form));
  const dto = value as ConfirmPaymentDto;
  const all = problems.length > 0 ? problems : validateConfirmPayment(dto, { livemode });
  const [first] = all;
  if (first !== undefined) return { message: wordsForPayer(first) ?? NOT_POSSIBLE };
  return { payload: toConfirmPaymentPayload(dto, livemode) };
}

function bodyOf(form: Readonly<Record<string, string>>): Record<string, unknown> {
  const method = form['payment_method'];
  const details = method === undefined ? undefined : DETAILS[method]?.(form);
  return { payment_method: method, ...(method !== undefined && details !== undefined && { [method]: details }) };
}

type Details = (form: Readonly<Record<string, string>>) => object | undefined;

/** A form sends every field; one that was left empty was not given. */
const DETAILS: Readonly<Record<string, Details>> = {
  upi: ({ vpa }) => (vpa ? { vpa: vpa.trim() } : undefined),
  netbanking: ({ bank }) => (bank ? { bank } : undefined),
  card: ({ card_number: number, expiry = '', cvv }) => {
    if (!number) return undefined;
    const [month = '', year = ''] = expiry.split('/');
    return { number, expiry_month: Number(month), expiry_year: Number(year), ...(cvv && { cvv }) };
  },
};
