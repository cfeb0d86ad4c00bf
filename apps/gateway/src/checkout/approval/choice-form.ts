import {
  MANDATE_BANK_PLANS,
  MANDATE_METHODS,
  normalizeVpa,
  UpiMandateDto,
  type MandateInstrument,
  type MandateMethod,
  type SubscriptionResource,
} from '#contracts';
import { escapeHtml } from '../../docs/html';
import { BodyReader } from '../../validation/body-reader';
import { NOT_POSSIBLE, type Problem } from '../checkout-service';
import { customerMessages } from '../customer-messages';
import { field, hidden } from '../form-fields';
import { METHOD_NAMES } from './approval-terms';

type Form = Readonly<Record<string, string>>;

const READER = new BodyReader(UpiMandateDto);
/** The banks of the sandbox, each of which decides in its own way (docs/reference/testing.md). */
const BANKS = Object.keys(MANDATE_BANK_PLANS);

/** A button for each method that the customer may choose; in test mode with what decides what becomes of it. */
export function renderChoice(
  { id, payment_methods: methods, livemode, mandate_id: mandate }: SubscriptionResource,
  secret: string,
): string {
  const forms = methods.map(
    (method) => `<form method="post" action="/authorize/${id}"><h2>${escapeHtml(METHOD_NAMES[method])}</h2>
${hidden('client_secret', secret)}${hidden('mandate', mandate ?? '')}${hidden('payment_method', method)}${livemode ? '' : FIELDS[method]}<button>Choose ${escapeHtml(METHOD_NAMES[method])}</button></form>`,
  );
  return forms.join('\n');
}

/** Real accounts and cards are typed in at the processor: only the sandbox takes its own values here. */
const FIELDS: Readonly<Record<MandateMethod, string>> = {
  upi: field('vpa', 'UPI address of the sandbox, or nothing to agree with an app', 'mandate.ok@sandbox'),
  card: '',
  enach: `<p><label>Bank of the sandbox <select name="bank"><option value="">Any</option>${BANKS.map((bank) => `<option>${bank}</option>`).join('')}</select></label></p>`,
};

/** The mandate that the page with this form knew of, null for none; undefined of a form that does not say. */
export function mandateSeenBy({ mandate }: Form): string | null | undefined {
  return mandate === '' ? null : mandate;
}

/** What the customer chose, as the service takes it. */
export function readChoice(form: Form, livemode: boolean): { instrument: MandateInstrument } | Problem {
  const method = MANDATE_METHODS.find((one) => one === form['payment_method']);
  if (method === undefined) return { message: 'Choose one of the buttons.' };
  if (method === 'card') return { instrument: { method, card: null } };
  const { vpa = '', bank = '' }: Form = livemode ? {} : form;
  return method === 'enach' ? { instrument: accountAt(bank) } : addressOf(vpa.trim());
}

function addressOf(vpa: string): { instrument: MandateInstrument } | Problem {
  if (vpa === '') return { instrument: { method: 'upi', vpa: null } };
  const [problem] = READER.read({ vpa }).problems;
  if (problem !== undefined) return { message: customerMessages({ param: 'upi.vpa', reason: problem.reason }) ?? NOT_POSSIBLE };
  return { instrument: { method: 'upi', vpa: normalizeVpa(vpa) } };
}

function accountAt(bank: string): MandateInstrument {
  if (!BANKS.includes(bank)) return { method: 'enach', account: null };
  const unknown = { ifsc: null, number: null, last4: null, holderName: null, accountType: null };
  return { method: 'enach', account: { bank, ...unknown, auth: 'netbanking' } };
}
