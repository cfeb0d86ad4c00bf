import { normalizePhone, type AccountChange, type UpdateAccountDto } from '#contracts';

/** The command payload of a change: a field that was not sent is not in it; null empties, and a name that is emptied stays. */
export function toAccountChange({ name, support, statement_descriptor: descriptor, metadata }: UpdateAccountDto): AccountChange {
  return {
    ...(name && { name }),
    ...(support !== undefined && { support: support && supportOf(support) }),
    ...(descriptor !== undefined && { statementDescriptor: descriptor || null }),
    ...(metadata !== undefined && { metadata }),
  };
}

function supportOf({ email, phone, url }: NonNullable<UpdateAccountDto['support']>): NonNullable<AccountChange['support']> {
  return {
    ...(email !== undefined && { email: email || null }),
    ...(phone !== undefined && { phone: phone ? (normalizePhone(phone)?.e164 ?? null) : null }),
    ...(url !== undefined && { url: url || null }),
  };
}
