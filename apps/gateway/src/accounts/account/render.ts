import { REQUEST_LOG_DAYS_DEFAULT, toSeconds, type AccountResource } from '#contracts';
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
    statement_descriptor: state.statementDescriptor ?? null,
    settings: { request_log_days: state.requestLogDays ?? REQUEST_LOG_DAYS_DEFAULT },
    metadata: state.metadata ?? {},
    created_at: toSeconds(state.madeAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

function supportOf({ support = {} }: KnownAccount): AccountResource['support'] {
  const { email = null, phone = null, url = null } = support;
  return { email, phone, url };
}
