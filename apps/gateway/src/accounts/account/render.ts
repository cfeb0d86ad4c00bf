import { NO_RULES, offeredMethods, REQUEST_LOG_DAYS_DEFAULT, sealedAs, toSeconds, type AccountResource } from '#contracts';
import type { Snapshot } from '#event-store';
import type { AccountState, KnownAccount } from './state';

/** The public resource of an account. */
export function accountResource({ head, state }: Snapshot<AccountState>): AccountResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no account.created`);
  return {
    id: head.streamId,
    object: 'account',
    livemode: null,
    name: state.name,
    status: state.status,
    legal_name: state.legalName ?? null,
    live_enabled: state.liveEnabled,
    live_requested_at: toSeconds(state.liveRequestedAtMs ?? null),
    live_enabled_at: toSeconds(state.liveEnabledAtMs ?? null),
    country: 'IN',
    timezone: 'Asia/Kolkata',
    support: supportOf(state),
    branding: brandingOf(state),
    statement_descriptor: state.rules?.statementDescriptor ?? null,
    settings: settingsOf(state),
    metadata: state.metadata ?? {},
    created_at: toSeconds(state.madeAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

function settingsOf({ rules = NO_RULES, developerContacts }: KnownAccount): AccountResource['settings'] {
  return {
    request_log_days: rules.requestLogDays ?? REQUEST_LOG_DAYS_DEFAULT,
    late_authorization: rules.lateAuthorization ?? null,
    after_dunning: rules.afterDunning ?? 'halt',
    payment_methods: [...offeredMethods(rules)],
    unique_reference_id: rules.uniqueReferenceId ?? false,
    developer_contacts: developerContacts === undefined ? [] : sealedAs<string[]>(developerContacts),
    require_two_factor: rules.requireTwoFactor ?? false,
    on_leak: rules.onLeak ?? 'revoke',
  };
}

function brandingOf({ branding = {} }: KnownAccount): AccountResource['branding'] {
  const { displayName = null, color = null } = branding;
  return { display_name: displayName, color, logo_file_id: null };
}

function supportOf({ support = {} }: KnownAccount): AccountResource['support'] {
  const { email = null, phone = null, url = null } = support;
  return { email, phone, url };
}
