/**
 * What a field holds that must not be printed: `personal` is about a person, `secret` opens something, `sent` is a secret that is
 * taken and never shown.
 */
export type Sensitivity = 'personal' | 'secret' | 'sent';

interface SensitiveField {
  holds: Sensitivity;
  /** The objects, by the name of their class, in which the name means this. Left out: wherever it stands. */
  only?: readonly string[];
  /** Objects in which the same name means something else. */
  not?: readonly string[];
}

const personal: SensitiveField = { holds: 'personal' };
const secret: SensitiveField = { holds: 'secret' };
const sent: SensitiveField = { holds: 'sent' };
const CUSTOMERS = ['CustomerResource', 'ExpandedCustomer', 'CreateCustomerDto', 'UpdateCustomerDto'];
/** What people send with the token of a mailed link. */
const LINKS = ['TokenDto', 'VerifyEmailDto', 'ClaimDto', 'AcceptInvitationDto', 'SignInLinkDto', 'ResetPasswordDto'];
const ofPlace = { ...personal, only: ['CustomerAddress', 'CustomerAddressDto'] };
const ofExchange = { ...personal, only: ['AttemptRequestResource', 'AttemptResponseResource', 'LoggedRequest', 'LoggedResponse'] };

/**
 * Fields that must not be printed, by their name at the API: the one table for the log, for what may be sealed and for the marks
 * in the OpenAPI document. A name stands here once it is sealed anywhere, or names a document, an account, a card or a secret.
 */
const FIELDS = {
  name: { ...personal, not: ['OfferedBank', 'EventTypeResource', 'VerificationCheck'] },
  email: personal,
  developer_contacts: personal,
  phone: personal,
  gstin: personal,
  address: { ...personal, only: [...CUSTOMERS, 'InvoiceBuyer', 'VerificationResource'] },
  line1: personal,
  line2: personal,
  city: ofPlace,
  state: ofPlace,
  postal_code: personal,
  country: ofPlace,
  description: { ...personal, only: CUSTOMERS },
  customer: {
    ...personal,
    only: ['PaymentResource', 'ExpandedPayment', 'RefundResource', 'ExpandedRefund', 'CreatePaymentDto', 'CreateSubscriptionDto'],
  },
  vpa: personal,
  fingerprint: { ...personal, only: ['PaymentMethodResource'] },
  document_number: personal,
  full_name: personal,
  customer_name: personal,
  date_of_birth: personal,
  file_number: personal,
  ifsc: personal,
  address_verified: personal,
  name_match_score: personal,
  checks: { ...personal, only: ['VerificationResource'] },
  number: { ...sent, only: ['CardInstrumentDto'] },
  expiry_month: { ...sent, only: ['CardInstrumentDto'] },
  expiry_year: { ...sent, only: ['CardInstrumentDto'] },
  cvv: sent,
  account_number: sent,
  holder_name: sent,
  token: { ...sent, only: ['CardInstrumentDto', ...LINKS] },
  otp: sent,
  password: sent,
  totp: sent,
  recovery_code: sent,
  flow: { ...sent, only: ['SecondFactorDto'] },
  otpauth_uri: secret,
  share_code: sent,
  headers: { ...sent, only: ['CreateWebhookEndpointDto', 'UpdateWebhookEndpointDto'] },
  body: ofExchange,
  secret: secret,
  client_secret: secret,
  checkout_url: secret,
  hosted_url: secret,
} as const satisfies Record<string, SensitiveField>;

/** A field of the API that must not be printed. */
export type SensitiveName = keyof typeof FIELDS;

/**
 * What may be sealed: the name that a token is bound to, and the field of the API that takes or shows the value. A value whose
 * field is not in the table cannot be sealed.
 */
export const SEALED_FIELDS = {
  name: 'name',
  email: 'email',
  developer_contacts: 'developer_contacts',
  phone: 'phone',
  gstin: 'gstin',
  description: 'description',
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
  country: 'country',
  customer: 'customer',
  masked: 'document_number',
  full_name: 'full_name',
  customer_name: 'customer_name',
  date_of_birth: 'date_of_birth',
  verified_name: 'customer_name',
  verified_address: 'address',
  otp: 'otp',
  header: 'headers',
  signing_key: 'secret',
  api_key: 'secret',
  app_secret: 'client_secret',
  account_number: 'account_number',
  holder_name: 'holder_name',
  fingerprint: 'fingerprint',
} as const satisfies Record<string, SensitiveName>;

/** The name that a token is bound to. */
export type SealedName = keyof typeof SEALED_FIELDS;

/** What a field of an object holds that must not be printed; undefined when it may be. @param holder the name of the object's class. */
export function sensitivityOf(name: string, holder: string): Sensitivity | undefined {
  const field: SensitiveField | undefined = Object.hasOwn(FIELDS, name) ? FIELDS[name as SensitiveName] : undefined;
  if (field === undefined || field.not?.includes(holder) === true) return undefined;
  return field.only === undefined || field.only.includes(holder) ? field.holds : undefined;
}

/** Names that mean the same wherever they stand: in a log too. */
export const ALWAYS_SENSITIVE: readonly string[] = Object.entries<SensitiveField>(FIELDS).flatMap(([name, { only, not }]) =>
  only === undefined && not === undefined ? [name] : [],
);
