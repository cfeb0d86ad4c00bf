import { row, type TestingSection } from './section';

const BEGINNING: TestingSection = {
  id: 'subscription-begins',
  title: 'Subscriptions: how they begin',
  text: [
    'Send `"payment_method": "…"` to `POST /v1/subscriptions`, without an instrument: the mandate is agreed to at once, and the amount of the invoice decides the first payment ([amounts](#amounts)): `active` where it is captured, `created` where it fails. With an instrument the tables of mandates and debits hold, for the registration and for each debit. With a trial or a later start the subscription is `authenticated` until then.',
    'With a `return_url`, with `payment_methods`, and in live mode it is `created`, and waits for its customer at `short_url`. Notices are delivered at once; amounts on an invoice decide its debit where the instrument does not: 409 is unknown and captured after a minute, 501 fails and is late.',
  ],
  param: 'payment_method',
  rows: [
    row(['upi', 'card'], { status: 'active', note: 'the first payment comes with the registration' }),
    row(['enach'], { status: 'authenticated', note: 'debited at once; `active` when the debit succeeded, on the next working day' }),
  ],
};

const OUTCOMES: TestingSection = {
  id: 'subscription-outcomes',
  title: 'Outcomes of subscriptions',
  text: [
    'Send `"metadata": {"sandbox_outcome": "…"}` with the subscription. It decides first of all, for the first payment and every debit: a reason of the [outcomes of payments](#payment-outcomes), or a [word of debits](#debit-outcomes). Those that are about notices leave the first payment alone, and so does `revoked`.',
  ],
  param: 'metadata.sandbox_outcome',
  rows: [
    row(['insufficient_funds', 'incorrect_pin'], { status: 'created', note: 'the first payment fails for that reason' }),
    row(['notice_failed', 'opted_out'], { status: 'active', note: 'the next debit is not made: `past_due`' }),
    row(['revoked'], { status: 'active', note: 'the next debit fails with `mandate_revoked`: `halted`' }),
    row(['deemed'], { status: 'created', note: '`active` a minute later, when the first payment is captured' }),
    row(['late_success'], { status: 'created', note: '`active` when the money of the first payment comes late' }),
  ],
};

/** The sections about subscriptions, as they stand on the page. */
export const SUBSCRIPTION_SECTIONS: readonly TestingSection[] = [BEGINNING, OUTCOMES];
