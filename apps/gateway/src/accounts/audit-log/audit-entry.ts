import { hash } from 'node:crypto';
import type { AuditActorType, AuditOutcome } from '#contracts';

/** An act, before it has a place in the log of its account. */
export interface NewAuditEntry {
  /** `aud_…`. */
  id: string;
  /** What makes it one entry, however often it is brought: the command, or what is derived from the refusal. */
  commandId: string;
  livemode: boolean;
  /** Milliseconds since the epoch. */
  atMs: number;
  actor: { type: AuditActorType; id: string; name: string | null };
  /** `<collection>.<verb>`. */
  action: string;
  resource: { type: string; id: string } | null;
  outcome: AuditOutcome;
  /** Of a refusal. */
  code: string | null;
  /** Keyed digest of the client address. */
  address: string | null;
  requestId: string | null;
  /** JSON text: each field that changed, with what it was and what it is. Personal values in it are tokens. */
  changes: string | null;
}

/** An entry as it stands in the log. */
export interface AuditEntry extends NewAuditEntry {
  accountId: string;
  /** Dense per account, from 1. */
  position: number;
  hash: Buffer;
}

/** What the first entry of an account is chained to. */
export const FIRST_HASH = Buffer.alloc(0);

/** SHA-256 over the hash of the entry before it and a JSON array of all that the entry says, its fields in a fixed order. */
export function auditHashOf(previous: Buffer, entry: Omit<AuditEntry, 'hash'>): Buffer {
  const { actor, resource } = entry;
  const content = JSON.stringify([
    ...[entry.accountId, entry.position, entry.id, entry.commandId, entry.livemode, entry.atMs],
    ...[actor.type, actor.id, actor.name, entry.action, resource?.type ?? null, resource?.id ?? null],
    ...[entry.outcome, entry.code, entry.address, entry.requestId, entry.changes],
  ]);
  return hash('sha256', Buffer.concat([previous, Buffer.from(content, 'utf8')]), 'buffer');
}
