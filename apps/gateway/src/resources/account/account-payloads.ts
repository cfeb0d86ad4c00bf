import type { Seal } from '#personal-data';
import { normalizePhone, type AccountChange, type UpdateAccountDto } from '#contracts';

/** The command payload of a change: a field that was not sent is not in it; null empties, and a name that is emptied stays. */
export function toAccountChange(dto: UpdateAccountDto, seal: Seal): AccountChange {
  const { name, support, branding, metadata } = dto;
  const rules = rulesOf(dto);
  return withoutUndefined({
    name: name || undefined,
    support: support && supportOf(support),
    branding: branding && brandingOf(branding),
    rules: Object.keys(rules).length > 0 ? rules : undefined,
    developerContacts: contactsOf(dto, seal),
    metadata,
  });
}

function contactsOf({ settings }: UpdateAccountDto, seal: Seal): string | null | undefined {
  const contacts = settings?.developer_contacts;
  if (contacts === undefined) return undefined;
  return contacts?.length ? seal(contacts, 'developer_contacts') : null;
}

/** Null is what holds for accounts that say nothing. What only people may change is left as it is, unless it is named. */
function rulesOf({ statement_descriptor: descriptor, settings }: UpdateAccountDto): NonNullable<AccountChange['rules']> {
  const { request_log_days, late_authorization, after_dunning, payment_methods, unique_reference_id, require_two_factor, on_leak } =
    settings ?? (settings === null ? EMPTIED : {});
  return withoutUndefined({
    statementDescriptor: descriptor === undefined ? undefined : descriptor || null,
    requestLogDays: request_log_days,
    lateAuthorization: late_authorization,
    afterDunning: after_dunning,
    paymentMethods: payment_methods,
    uniqueReferenceId: unique_reference_id,
    requireTwoFactor: require_two_factor,
    onLeak: on_leak,
  });
}

const EMPTIED: NonNullable<UpdateAccountDto['settings']> = {
  request_log_days: null,
  late_authorization: null,
  after_dunning: null,
  payment_methods: null,
  unique_reference_id: null,
};

function withoutUndefined<TParts extends object>(parts: TParts): TParts {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as TParts;
}

function brandingOf({
  display_name: displayName,
  color,
}: NonNullable<UpdateAccountDto['branding']>): NonNullable<AccountChange['branding']> {
  return withoutUndefined({
    displayName: displayName === undefined ? undefined : displayName || null,
    color: color === undefined ? undefined : color?.toLowerCase() || null,
  });
}

function supportOf({ email, phone, url }: NonNullable<UpdateAccountDto['support']>): NonNullable<AccountChange['support']> {
  return {
    ...(email !== undefined && { email: email || null }),
    ...(phone !== undefined && { phone: phone ? (normalizePhone(phone)?.e164 ?? null) : null }),
    ...(url !== undefined && { url: url || null }),
  };
}
