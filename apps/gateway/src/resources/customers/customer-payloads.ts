import type { Seal } from '#personal-data';
import {
  mergeParts,
  normalizePhone,
  readGstin,
  UNRECOGNIZABLE,
  type AddressPart,
  type CreateCustomerDto,
  type CustomerAddressDto,
  type CustomerChange,
  type CustomerProfile,
  type FieldProblem,
  type PersonalText,
  type SealedAddress,
  type SealedName,
  type SealedText,
  type TaxPlace,
  type UpdateCustomerDto,
} from '#contracts';
import { addressProblems, canonicalAddress, stateOf } from './address';

/** What makes a customer recognizable: one of them has to be given. */
const RECOGNIZABLE = ['name', 'email', 'phone', 'reference_id'] as const;

/** The rules of `POST /v1/customers` that span fields. @param wrong fields that were sent and are reported already. */
export function validateCreateCustomer(dto: CreateCustomerDto, livemode: boolean, wrong: ReadonlySet<string>): FieldProblem[] {
  return [...nameProblems(dto, wrong), ...addressProblems(dto.address), ...clockProblems(dto, livemode)];
}

function clockProblems({ test_clock_id: clockId }: CreateCustomerDto, livemode: boolean): FieldProblem[] {
  if (!livemode || !clockId) return [];
  return [{ param: 'test_clock_id', code: 'parameter_invalid', message: 'is of test mode only.', reason: 'test_mode_only' }];
}

function nameProblems(dto: CreateCustomerDto, wrong: ReadonlySet<string>): FieldProblem[] {
  if (RECOGNIZABLE.some((name) => Boolean(dto[name]) || wrong.has(name))) return [];
  return [UNRECOGNIZABLE];
}

/** The command payload of a new customer: everything personal sealed. */
export function toCreateCustomerPayload(dto: CreateCustomerDto, seal: Seal): CustomerProfile {
  const { referenceId, metadata, address, taxPlace, gstCategory, ...texts } = toUpdateCustomerPayload(dto, seal);
  const profile: CustomerProfile = {};
  for (const [name, token] of Object.entries(texts)) if (typeof token === 'string') profile[name as PersonalText] = token;
  const parts = mergeParts<SealedAddress>(undefined, address ?? null);
  const place = mergeParts<TaxPlace>(undefined, taxPlace ?? null);
  if (parts !== undefined) profile.address = parts;
  if (place !== undefined) profile.taxPlace = place;
  if (gstCategory === 'sez') profile.gstCategory = gstCategory;
  if (typeof referenceId === 'string') profile.referenceId = referenceId;
  if (metadata) profile.metadata = metadata as CustomerProfile['metadata'];
  return profile;
}

/** The command payload of a change: a field that was not sent is not in it, everything personal is sealed. */
export function toUpdateCustomerPayload(dto: UpdateCustomerDto, seal: Seal): CustomerChange {
  const { reference_id: referenceId, metadata, gst_category: category, default_payment_method_id: defaultPaymentMethodId } = dto;
  const taxPlace = taxPlaceOf(dto);
  return {
    ...Object.fromEntries(textsOf(dto).map(([key, value]) => [key, sealedOrNull(value, key, seal)])),
    ...(dto.address !== undefined && { address: dto.address === null ? null : sealedAddress(dto.address, seal) }),
    ...(Object.keys(taxPlace).length > 0 && { taxPlace }),
    ...(category !== undefined && { gstCategory: category ?? 'regular' }),
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
    gstin: gstin && (readGstin(gstin)?.number ?? null),
    description,
  };
  return entriesOf(texts).filter(([, value]) => value !== undefined);
}

/** An empty text is no text. */
function sealedOrNull(value: string | null | undefined, field: SealedName, seal: Seal): SealedText | null {
  return value ? seal(value, field) : null;
}

function sealedAddress(dto: CustomerAddressDto, seal: Seal): Partial<Record<AddressPart, SealedText | null>> {
  return Object.fromEntries(entriesOf(canonicalAddress(dto)).map(([part, value]) => [part, sealedOrNull(value, part, seal)]));
}

/** What the fields that were sent say of the place of supply. */
function taxPlaceOf({ gstin, address }: UpdateCustomerDto): NonNullable<CustomerChange['taxPlace']> {
  return {
    ...(gstin !== undefined && { gstinState: (gstin && readGstin(gstin)?.stateCode) || null }),
    ...(address === null ? { state: null, country: null } : addressPlaceOf(address ?? {})),
  };
}

function addressPlaceOf(address: CustomerAddressDto): NonNullable<CustomerChange['taxPlace']> {
  const { state, country } = address;
  return {
    ...(state !== undefined && { state: stateOf(address) ?? null }),
    ...(country !== undefined && { country: country?.toUpperCase() || null }),
  };
}

function entriesOf<TName extends string, TValue>(values: Partial<Record<TName, TValue>>): [TName, TValue][] {
  return Object.entries(values) as [TName, TValue][];
}
