import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { appendQuery, Clock } from '#contracts';
import type { HoldKeyPayload, IdempotencyClaim, ReleaseKeyPayload, ServiceName, UsedKey } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { ApiError } from '../http/api-error';
import { ServiceQueries } from '../queries/service-queries';
import { KEY_WAIT_MS } from './in-flight';

/** The services that store answers. Payments is the home of the keys of an account (decision 0022). */
const SERVICES: readonly ServiceName[] = ['payments', 'kyc', 'webhooks', 'accounts'];
export const HOME_OF_KEYS: ServiceName = 'payments';
const PATH = '/internal/idempotency_keys';
/** How often it is looked whether a key that is in use is free, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** What the services know of a key of an account in one mode. */
@Injectable()
export class KeysOfAccount {
  constructor(
    private readonly queries: ServiceQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * The request that was accepted with this key, `in_use` when it is not known yet whether one will be, or null.
   *
   * @throws ApiError service_unavailable when a service does not answer.
   */
  async find(key: string, caller: Caller): Promise<UsedKey | 'in_use' | null> {
    const found = await Promise.all(SERVICES.map((service) => this.findAt(service, key, caller)));
    const used = found.find((one) => one !== null && one !== 'in_use');
    return used ?? (found.includes('in_use') ? 'in_use' : null);
  }

  /**
   * The answer of this request under its key; null when no request with it was accepted.
   *
   * @throws ApiError idempotency_key_reused when another request was; service_unavailable.
   */
  async findAnswer({ key, fingerprint, formerFingerprints = [] }: IdempotencyClaim, caller: Caller): Promise<UsedKey | null> {
    const used = await this.find(key, caller);
    if (used === null || used === 'in_use') return null;
    if (used.fingerprint === fingerprint || formerFingerprints.some((former) => former === used.fingerprint)) return used;
    throw new ApiError('idempotency_key_reused');
  }

  /**
   * Takes the key for a command that another service than payments will decide.
   *
   * @throws ApiError idempotency_key_reused, idempotency_key_in_use as payments sees it; service_unavailable.
   */
  async hold(caller: Caller, payload: HoldKeyPayload): Promise<void> {
    await this.queries.post(HOME_OF_KEYS, `${PATH}/hold`, caller, payload);
  }

  /** For a command that has no effect. When it fails, the next request with the key finds the hold abandoned. */
  async release(caller: Caller, commandId: string): Promise<void> {
    await this.post(caller, { commandId }).catch(() => undefined);
  }

  /**
   * Runs a request again whose key was in use, as soon as the request that holds it has come to nothing.
   *
   * @throws ApiError idempotency_key_reused when that was accepted; idempotency_key_in_use when it is unknown for two
   *   seconds; whatever the request throws.
   */
  async whenFree<T>(caller: Caller, key: string, request: () => Promise<T>): Promise<T> {
    const endsAtMs = this.clock.monotonicMs() + KEY_WAIT_MS;
    for (;;) {
      try {
        return await request();
      } catch (error) {
        if (!isInUse(error)) throw error;
        const used = await this.find(key, caller);
        if (used !== null && used !== 'in_use') throw new ApiError('idempotency_key_reused');
        if (this.clock.monotonicMs() >= endsAtMs) throw new ApiError('idempotency_key_in_use', {}, { 'retry-after': '1' });
        if (used === null) await this.post(caller, { abandonedKey: key });
        else await delay(LOOK_EVERY_MS);
      }
    }
  }

  private async findAt(service: ServiceName, key: string, caller: Caller): Promise<UsedKey | 'in_use' | null> {
    try {
      const answer = await this.queries.find(service, appendQuery(PATH, { key }), caller);
      return answer === undefined ? null : (JSON.parse(answer.text) as UsedKey);
    } catch (error) {
      if (isInUse(error)) return 'in_use';
      throw error;
    }
  }

  private async post(caller: Caller, payload: ReleaseKeyPayload): Promise<void> {
    await this.queries.post(HOME_OF_KEYS, `${PATH}/release`, caller, payload);
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_in_use';
}
