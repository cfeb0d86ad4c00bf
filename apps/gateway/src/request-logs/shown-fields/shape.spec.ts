import * as contracts from '#contracts';
import type { Class } from '#contracts';
import { shapeOf, type FieldRule } from './shape';

/** Every class of the API: what is sent and what is shown. */
const MODELS = Object.values(contracts).filter(
  (one): one is Class & typeof one =>
    typeof one === 'function' && /^[A-Z]/.test(one.name) && contracts.describedProperties(one as Class).length > 0,
) as Class[];

function fieldsOf(kinds: readonly FieldRule['kind'][]): string[] {
  return MODELS.flatMap((model) =>
    [...shapeOf(model)].flatMap(([name, { kind }]) => (kinds.includes(kind) ? [`${model.name}.${name}`] : [])),
  );
}

describe('what may be kept of each field', () => {
  it('has a rule for every declared field of every class', () => {
    expect(MODELS.length).toBeGreaterThan(100);
    for (const model of MODELS)
      expect([model.name, shapeOf(model).size]).toEqual([model.name, contracts.describedProperties(model).length]);
  });

  it('(57) shows no field that has the name of a secret or of something personal, but those that mean something else', () => {
    const NAMES =
      /secret|token|password|otp|cvv|(^|[._])pin$|share_code|signature|cookie|authorization|number|expiry|email|phone|vpa|gstin|birth|holder|account_number/i;
    const shown = fieldsOf(['plain', 'map', 'nested']).filter((field) => NAMES.test(field.slice(field.indexOf('.'))));
    expect(shown.toSorted()).toEqual(OTHER_MEANINGS.toSorted());
  });

  it('hides what a processor, a card or a webhook is trusted with', () => {
    expect(fieldsOf(['hidden'])).toEqual(
      expect.arrayContaining([
        'CardInstrumentDto.number',
        'CardInstrumentDto.cvv',
        'SubmitOtpDto.otp',
        'SubmitVerificationDto.otp',
        'CreateWebhookEndpointDto.headers',
        'ApiKeyResource.secret',
        'PaymentResource.client_secret',
        'PaymentResource.checkout_url',
      ]),
    );
  });
});

/** Fields that such a name is part of, and that open nothing and name no person. */
const ENDPOINTS = ['WebhookEndpointResource', 'CreatedWebhookEndpoint', 'EnabledWebhookEndpoint', 'WebhookEndpointWithSecret'];
const COUNTED = ['AttemptResource', 'DebitAttempt', 'DebitNotice', 'WebhookAttemptResource'];
const INVOICES = ['InvoiceResource', 'InvoiceBalanceNote', 'InvoiceCreditNote', 'InvoiceOutsidePayment'];
const OTHER_MEANINGS = [
  ...ENDPOINTS.flatMap((name) => [`${name}.previous_secret_expires_at`, `${name}.secret_hint`]),
  ...[...COUNTED, ...INVOICES].map((name) => `${name}.number`),
  ...['CardDetails', 'SavedCard'].flatMap((name) => [`${name}.expiry`, `${name}.network_token`]),
  'AppResource.client_secret_hint',
  'AppResource.previous_secret_expires_at',
  ...['AppResource', 'CreateAppDto', 'UpdateAppDto'].map((name) => `${name}.token_endpoint_auth_method`),
  ...['email_verified_at', 'password_set', 'totp_enabled'].map((field) => `UserResource.${field}`),
  ...['AccountSettings', 'AccountSettingsDto'].map((name) => `${name}.late_authorization`),
  'PaymentNextAction.otp_length',
  'SubscriptionResource.current_period_number',
];
