import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import QuickLRU from 'quick-lru';
import { newId, shardOfAccount, type ErrorCode } from '#contracts';
import { derivedUuid, type EventStore } from '#event-store';
import { WakeableLoop } from '#loops';
import type { AddressDigests } from '../../auth/address-digests';
import { actorOf } from '../../auth/actor-of-caller';
import type { Caller } from '../../auth/authenticator';
import type { NewAuditEntry } from './audit-entry';
import { appendAuditEntries, namesOfKeys } from './audit-log.table';
import { auditedObject } from './entry-of-command';

const EVERY_MS = 1_000;
/** Each key, address, route and error stands in the log once in it: a key that is refused all day must not fill it. */
const ONCE_IN_MS = 3_600_000;
/** Kept to know what stands in the log already; twice that at most. */
const KNOWN_MAX = 10_000;
/** That wait to be written. Beyond it refusals are only counted in the metrics of requests. */
const WAITING_MAX = 1_000;

interface Waiting {
  accountId: string;
  entry: NewAuditEntry;
}

/** Writes into the audit log who was refused for want of a right. A request does no more than note it in memory. */
export class RefusedAccess implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly known = new QuickLRU<string, true>({ maxSize: KNOWN_MAX });
  private waiting: Waiting[] = [];
  private readonly loop: WakeableLoop;

  constructor(
    private readonly store: EventStore,
    private readonly digests: AddressDigests,
  ) {
    const { logger } = store.options;
    const onError = (error: unknown): void => logger.warn({ error: String(error) }, 'refusals not written to the audit log, trying again');
    this.loop = new WakeableLoop({ run: () => this.write(), everyMs: EVERY_MS, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Writes what is left. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.write().catch(() => undefined);
  }

  /** Called for each request that is answered with 403; one without a key that is good has no place here. */
  note(code: ErrorCode, request: FastifyRequest): void {
    const holder = request.caller ?? request.keyHolder;
    if (holder !== null) this.noteOf(holder, code, request);
  }

  private noteOf(caller: Caller, code: ErrorCode, request: FastifyRequest): void {
    const { accountId, livemode } = caller;
    const { clock, random } = this.store.options;
    const atMs = clock.nowMs();
    const { kind, id: actorId } = actorOf(caller);
    const action = `${request.method} ${(request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')}`;
    const address = this.digests.of(accountId, request.ip);
    const key = `${Math.floor(atMs / ONCE_IN_MS)} ${actorId} ${code} ${action} ${address}`;
    if (this.known.has(key) || this.waiting.length >= WAITING_MAX) return;
    this.known.set(key, true);
    const { id } = request.params as { id?: string };
    const entry: NewAuditEntry = {
      id: newId('auditEntry', shardOfAccount(accountId), atMs, random),
      commandId: derivedUuid(`refused ${key}`),
      ...{ livemode, atMs },
      actor: { type: kind, id: actorId, name: null },
      action,
      resource: id === undefined ? null : auditedObject(id),
      outcome: 'refused',
      ...{ code, address },
      requestId: request.id,
      changes: null,
    };
    this.waiting.push({ accountId, entry });
  }

  private async write(): Promise<void> {
    while (this.waiting[0] !== undefined) {
      const { accountId } = this.waiting[0];
      const entries = this.waiting.filter((one) => one.accountId === accountId).map(({ entry }) => entry);
      await this.append(accountId, entries);
      const written = new Set(entries);
      this.waiting = this.waiting.filter(({ entry }) => !written.has(entry));
    }
  }

  private async append(accountId: string, entries: readonly NewAuditEntry[]): Promise<void> {
    await this.store.shardLocks.within(shardOfAccount(accountId), async (client) => {
      const names = await namesOfKeys(
        client,
        accountId,
        entries.map(({ actor }) => actor.id),
      );
      const named = entries.map((entry) => ({ ...entry, actor: { ...entry.actor, name: names.get(entry.actor.id) ?? null } }));
      await appendAuditEntries(client, accountId, named);
    });
  }
}
