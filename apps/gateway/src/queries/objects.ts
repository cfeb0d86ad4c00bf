import { Inject, Injectable } from '@nestjs/common';
import { RESOURCES, type ResourceKind } from '#contracts';
import { NearObjects, RefusalError } from '#listing';
import { LOGGER, type Logger } from '#service';
import type { Caller } from '../auth/authenticator';
import { GatewayConfig } from '../config';
import { ApiError } from '../http/api-error';
import { refused, ServiceQueries, unavailable, type QueryAnswer } from './service-queries';

/** Single objects as they are now: from this process where their service runs in it, else over internal HTTP. The bytes are the same. */
@Injectable()
export class Objects {
  constructor(
    private readonly queries: ServiceQueries,
    private readonly near: NearObjects,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws ApiError what `ServiceQueries.get` throws. */
  show(kind: ResourceKind, id: string, caller: Caller): Promise<QueryAnswer> {
    const { service, internalPath } = RESOURCES[kind];
    const show = this.near.find(kind);
    if (show === undefined) return this.queries.get(service, `${internalPath}/${id}`, caller);
    return this.inTime(kind, show(id, { accountId: caller.accountId, livemode: caller.livemode }));
  }

  /** The deadline of a query holds here too: it may wait for a connection of the database. */
  private async inTime(kind: ResourceKind, shown: Promise<object>): Promise<QueryAnswer> {
    const { queryTimeoutMs } = this.config;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(unavailable(`${kind} was not read in ${queryTimeoutMs} ms`)), queryTimeoutMs);
    });
    try {
      return { text: JSON.stringify(await Promise.race([shown, late])), headers: {} };
    } catch (error) {
      throw this.named(kind, error);
    } finally {
      clearTimeout(timer);
    }
  }

  private named(kind: ResourceKind, error: unknown): Error {
    if (error instanceof RefusalError) return refused(error);
    if (error instanceof ApiError) return error;
    this.logger.error({ err: error, kind }, 'object not read');
    return unavailable(`${kind} was not read: ${String(error)}`);
  }
}
