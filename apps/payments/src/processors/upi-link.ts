import { formatMinor, isVpa } from '#contracts';

/** A one-time UPI payment as a deep link carries it (NPCI, UPI linking specifications 1.6). */
export interface UpiPayment {
  payeeVpa: string;
  /** To 99 characters. */
  payeeName: string;
  /** Four digits; 0000 for a person. */
  merchantCategory: string;
  /** Letters and digits only, to 35. */
  reference: string;
  /** To 50 characters, or undefined. */
  note?: string;
  /** Paise. */
  amountMinor: number;
  mode: UpiLinkMode;
}

/** How the payer comes by the link: an intent on the same phone, or a dynamic QR code. */
export type UpiLinkMode = keyof typeof MODES;

/** What a mode puts before and after the fields of the payment. A code says its version, and that it is shown on a web page. */
const MODES = {
  intent: { before: '', after: '&mode=04' },
  qr: { before: 'ver=01&mode=15&', after: '&qrMedium=06' },
} as const;

const NAME_LENGTH_MAX = 99;
const NOTE_LENGTH_MAX = 50;

/** `upi://pay?…`, values percent-encoded with %20 for a space and a literal `@` in `pa`. */
export function upiPayLink(payment: UpiPayment): string {
  const { before, after } = MODES[payment.mode];
  const note = payment.note === undefined ? '' : `&tn=${encode(payment.note, NOTE_LENGTH_MAX)}`;
  return (
    `upi://pay?${before}pa=${encodeURIComponent(payment.payeeVpa).replaceAll('%40', '@')}&pn=${encode(payment.payeeName, NAME_LENGTH_MAX)}` +
    `&mc=${payment.merchantCategory}&tr=${payment.reference}${note}&am=${formatMinor(payment.amountMinor, 2)}&cu=INR${after}`
  );
}

/** The schemes of the common apps for the same link: iOS has no chooser of apps (docs/reference/indian-payments.md, UPI links). */
const UPI_APP_SCHEMES = {
  phonepe: 'phonepe://upi/pay',
  google_pay: 'tez://upi/pay',
  paytm: 'paytmmp://upi/pay',
  bhim: 'bhim://upi/pay',
} as const;

/** The same payment for each app: only the scheme differs. */
export function upiAppLinks(link: string): Record<string, string> {
  const query = link.slice(link.indexOf('?'));
  return Object.fromEntries(Object.entries(UPI_APP_SCHEMES).map(([app, scheme]) => [app, `${scheme}${query}`]));
}

const FIELD_RULES: Readonly<Record<string, RegExp | ((value: string) => boolean)>> = {
  pa: isVpa,
  am: /^[0-9]{1,16}\.[0-9]{2}$/,
  cu: /^INR$/,
  mc: /^[0-9]{4}$/,
  tr: /^[A-Za-z0-9]{1,35}$/,
};

/** Whether a value may stand in a field of a link. Fields without a rule of their own take any text. */
export function isUpiLinkField(field: string, value: string): boolean {
  const rule = FIELD_RULES[field];
  return rule === undefined || (rule instanceof RegExp ? rule.test(value) : rule(value));
}

function encode(text: string, lengthMax: number): string {
  return encodeURIComponent([...text].slice(0, lengthMax).join(''));
}
