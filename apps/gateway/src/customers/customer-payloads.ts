import type { Seal } from '#personal-data';
import {
  normalizePhone,
  readDocumentNumber,
  UNRECOGNIZABLE,
  type AddressPart,
  type CreateCustomerDto,
  type CustomerAddressDto,
  type CustomerChange,
  type CustomerProfile,
  type FieldProblem,
  type PersonalText,
  type SealedName,
  type SealedText,
  type UpdateCustomerDto,
} from '#contracts';
import { canonicalPostalCode, postalCodeProblems } from './postal-code';

/** What makes a customer recognizable: one of them has to be given. */
const RECOGNIZABLE = ['name', 'email', 'phone', 'reference_id'] as const;

/** The rules of `POST /v1/customers` that span fields. @param wrong fields that were sent and are reported already. */
export function validateCreateCustomer(dto: CreateCustomerDto, wrong: ReadonlySet<string>): FieldProblem[] {
  return [...nameProblems(dto, wrong), ...postalCodeProblems(dto.address)];
}

function nameProblems(dto: CreateCustomerDto, wrong: ReadonlySet<string>): FieldProblem[] {
  if (RECOGNIZABLE.some((name) => Boolean(dto[name]) || wrong.has(name))) return [];
  return [UNRECOGNIZABLE];
}

/** The command payload of a new customer: everything personal sealed. */
export function toCreateCustomerPayload(dto: CreateCustomerDto, seal: Seal): CustomerProfile {
  const { referenceId, metadata, address, ...texts } = toUpdateCustomerPayload(dto, seal);
  const profile: CustomerProfile = {};
  for (const [name, token] of Object.entries(texts)) if (typeof token === 'string') profile[name as PersonalText] = token;
  const parts = Object.entries(address ?? {}).filter((entry): entry is [AddressPart, SealedText] => entry[1] !== null);
  if (parts.length > 0) profile.address = Object.fromEntries(parts);
  if (typeof referenceId === 'string') profile.referenceId = referenceId;
  if (metadata) profile.metadata = metadata as CustomerProfile['metadata'];
  return profile;
}

/** The command payload of a change: a field that was not sent is not in it, everything personal is sealed. */
export function toUpdateCustomerPayload(dto: UpdateCustomerDto, seal: Seal): CustomerChange {
  const { reference_id: referenceId, metadata, default_payment_method_id: defaultPaymentMethodId } = dto;
  return {
    ...Object.fromEntries(textsOf(dto).map(([key, value]) => [key, sealedOrNull(value, key, seal)])),
    ...(dto.address !== undefined && { address: dto.address === null ? null : sealedAddress(dto.address, seal) }),
    ...(referenceId !== undefined && { referenceId: referenceId || null }),
    ...(metadata !== undefined && { metadata }),
    ...(defaultPaymentMethodId !== undefined && { defaultPaymentMethodId }),
  };
}

/** The personal texts that were sent, in their canonical form. */
function textsOf({ name, email, phone, gstin, description }: UpdateCustomerDto): [PersonalText, string | null | undefined][] {
  const texts: Record<PersonalText, string | null | undefined> = {
    name,
    email,
    phone: phone && (normalizePhone(phone)?.e164 ?? null),
    gstin: gstin && canonicalGstin(gstin),
    description,
  };
  return entriesOf(texts).filter(([, value]) => value !== undefined);
}

/** An empty text is no text. */
function sealedOrNull(value: string | null | undefined, field: SealedName, seal: Seal): SealedText | null {
  return value ? seal(value, field) : null;
}

function sealedAddress(dto: CustomerAddressDto, seal: Seal): Partial<Record<AddressPart, SealedText | null>> {
  const { line1, line2, city, state, country } = dto;
  const parts = entriesOf<AddressPart, string | null | undefined>({
    line1,
    line2,
    city,
    state,
    postalCode: canonicalPostalCode(dto),
    country: country?.toUpperCase() ?? country,
  });
  return Object.fromEntries(
    parts.filter(([, value]) => value !== undefined).map(([part, value]) => [part, sealedOrNull(value, part, seal)]),
  );
}

function entriesOf<TName extends string, TValue>(values: Record<TName, TValue>): [TName, TValue][] {
  return Object.entries(values) as [TName, TValue][];
}

function canonicalGstin(text: string): string | null {
  const verdict = readDocumentNumber('gstin', text);
  return 'document' in verdict ? verdict.document.number : null;
}
