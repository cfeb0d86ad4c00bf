import { normalizePhone, type AccountChange, type UpdateAccountDto } from '#contracts';

/** The command payload of a change: a field that was not sent is not in it; null empties, and a name that is emptied stays. */
export function toAccountChange({ name, support, statement_descriptor: descriptor, settings, metadata }: UpdateAccountDto): AccountChange {
  return {
    ...(name && { name }),
    ...(support !== undefined && { support: support && supportOf(support) }),
    ...(descriptor !== undefined && { statementDescriptor: descriptor || null }),
    ...(settings !== undefined && settingsOf(settings)),
    ...(metadata !== undefined && { metadata }),
  };
}

/** Null is what holds for accounts that say nothing. */
function settingsOf(settings: UpdateAccountDto['settings']): Pick<AccountChange, 'requestLogDays'> {
  const { request_log_days: days } = settings ?? { request_log_days: null };
  return days === undefined ? {} : { requestLogDays: days };
}

function supportOf({ email, phone, url }: NonNullable<UpdateAccountDto['support']>): NonNullable<AccountChange['support']> {
  return {
    ...(email !== undefined && { email: email || null }),
    ...(phone !== undefined && { phone: phone ? (normalizePhone(phone)?.e164 ?? null) : null }),
    ...(url !== undefined && { url: url || null }),
  };
}
