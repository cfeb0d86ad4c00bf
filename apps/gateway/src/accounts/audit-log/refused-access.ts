import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { newId, shardOfAccount, type ErrorCode } from '#contracts';
import { derivedUuid, type EventStore } from '#event-store';
import type { AddressDigests } from '../../auth/address-digests';
import { actorOf } from '../../auth/actor-of-caller';
import type { Caller } from '../../auth/authenticator';
import type { NewAuditEntry } from './audit-entry';
import { appendAuditEntries, namesOfKeys } from './audit-log.table';
import { namedObject } from './entry-of-command';
import { RefusalQueue } from './refusal-queue';

interface Refusal {
  accountId: string;
  entry: NewAuditEntry;
}

/** Writes into the audit log who was refused for want of a right: each key, address, route and error once an hour. */
export class RefusedAccess implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly queue: RefusalQueue<Refusal>;

  constructor(
    private readonly store: EventStore,
    private readonly digests: AddressDigests,
  ) {
    const { clock, logger } = store.options;
    this.queue = new RefusalQueue({ clock, logger, write: (refusals) => this.write(refusals) });
  }

  onApplicationBootstrap(): void {
    this.queue.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.stop();
  }

  /** Called for each request that is answered with 403; one without a key that is good has no place here. */
  note(code: ErrorCode, request: FastifyRequest): void {
    const holder = request.caller ?? request.keyHolder;
    if (holder !== null) this.noteOf(holder, code, request);
  }

  private noteOf(caller: Caller, code: ErrorCode, request: FastifyRequest): void {
    const { accountId, livemode } = caller;
    const { kind, id: actorId } = actorOf(caller);
    const action = `${request.method} ${(request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')}`;
    const address = this.digests.of(accountId, request.ip);
    const { id } = request.params as { id?: string };
    this.queue.note(`${actorId} ${code} ${action} ${address}`, (key, atMs) => ({
      accountId,
      entry: {
        id: newId('auditEntry', shardOfAccount(accountId), atMs, this.store.options.random),
        commandId: derivedUuid(`refused ${key}`),
        ...{ livemode, atMs },
        actor: { type: kind, id: actorId, name: null },
        action,
        resource: id === undefined ? null : namedObject(id),
        outcome: 'refused',
        ...{ code, address },
        requestId: request.id,
        changes: null,
      },
    }));
  }

  private async write(refusals: readonly Refusal[]): Promise<void> {
    for (const accountId of new Set(refusals.map((refusal) => refusal.accountId))) {
      const entries = refusals.filter((refusal) => refusal.accountId === accountId).map(({ entry }) => entry);
      await this.append(accountId, entries);
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
