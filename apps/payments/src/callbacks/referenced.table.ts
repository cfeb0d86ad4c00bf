import { shardOfId } from '#contracts';
import { type EventStore, type Owner } from '#event-store';
import { NOTICE_REFERENCE } from '../debit/list';
import { MANDATE_REFERENCE } from '../mandate/list';

/** What a processor may report of by its own number. */
export type ReferencedKind = 'mandate' | 'debit';

/** What is found by our own id alone. */
export type OwnedKind = ReferencedKind | 'payment' | 'refund';

const BY_REFERENCE = {
  mandate: {
    name: 'payments-mandate-by-reference',
    text: `SELECT id, account_id, livemode FROM payments.mandates_list WHERE filters ->> '${MANDATE_REFERENCE}' = $1 LIMIT 1`,
  },
  debit: {
    name: 'payments-debit-by-reference',
    text: `SELECT id, account_id, livemode FROM payments.debits_list WHERE filters ->> '${NOTICE_REFERENCE}' = $1 LIMIT 1`,
  },
} as const;

/** A stream and whose it is. */
export type Found = Owner & { id: string };

type Across = Pick<EventStore, 'acrossAccounts'>;

/** What a processor calls by this number, as far as the list has followed; null when there is none. */
export async function findByReference({ acrossAccounts }: Across, kind: ReferencedKind, reference: string): Promise<Found | null> {
  const rows = await acrossAccounts<{ id: string; account_id: string; livemode: boolean }>(BY_REFERENCE[kind], [reference]);
  const [row] = rows;
  return row === undefined ? null : { id: row.id, accountId: row.account_id, livemode: row.livemode };
}

const OWNER = { name: 'payments-owner-of', text: 'SELECT account_id, livemode FROM payments.streams WHERE shard = $1 AND stream_id = $2' };

/** Whose stream it is; null when there is none of this id. */
export async function findOwnerOf({ acrossAccounts }: Across, kind: OwnedKind, id: string): Promise<Found | null> {
  const shard = shardOfId(kind, id);
  if (shard === undefined) return null;
  const [row] = await acrossAccounts<{ account_id: string; livemode: boolean }>(OWNER, [shard, id]);
  return row === undefined ? null : { id, accountId: row.account_id, livemode: row.livemode };
}
