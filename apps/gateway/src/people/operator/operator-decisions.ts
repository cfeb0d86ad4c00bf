import { Injectable } from '@nestjs/common';
import { appendQuery, Clock, type DecidedObject, type ServiceName } from '#contracts';
import type { Owner } from '#event-store';
import { BusUnavailableError, OutcomeUnknownError } from '#messaging';
import { AddressDigests } from '../../auth/address-digests';
import { ApiError } from '../../http/api-error';
import { OperatorCommands, type OperatorOrder } from '../../operator/operator-commands';
import { ServiceQueries } from '../../queries/service-queries';
import type { ActingUser } from '../members/account-commands';

const DAY_MS = 86_400_000;

/** A verification that waits, as its service lists it. */
export interface ListedReview {
  id: string;
  accountId: string;
  livemode: boolean;
  customerId: string;
  documentType: string;
  reason: string;
  nameMatchScore: number | null;
  provider: string | null;
  providerReference: string | null;
  createdAtMs: number;
}

/** Money that is held, as its service lists it. */
export interface ListedMoney {
  id: string;
  accountId: string;
  livemode: boolean;
  why: string;
  status: string;
  amount: number;
  currency: string;
  createdAtMs: number;
}

/** Where the objects are that operators decide about. */
const PLACE = {
  kyc_reviews: { service: 'kyc', path: '/internal/operator/kyc_reviews' },
  held_money: { service: 'payments', path: '/internal/operator/held_money' },
} as const satisfies Record<string, { service: ServiceName; path: string }>;
export type DecidedKind = keyof typeof PLACE;

/** What waits for operators in other services, and what they decide: read over internal HTTP, decided by commands. */
@Injectable()
export class OperatorDecisions {
  constructor(
    private readonly queries: ServiceQueries,
    private readonly commands: OperatorCommands,
    private readonly addresses: AddressDigests,
    private readonly clock: Clock,
  ) {}

  /** The oldest first. @throws ApiError service_unavailable. */
  async listReviews(): Promise<{ reviews: ListedReview[]; hasMore: boolean }> {
    const { service, path } = PLACE.kyc_reviews;
    return JSON.parse((await this.queries.getOfAll(service, path)).text) as { reviews: ListedReview[]; hasMore: boolean };
  }

  /** The oldest first. @param days refunds that are pending for fewer days are left out. @throws ApiError service_unavailable. */
  async listHeldMoney(days: number): Promise<{ held: ListedMoney[]; hasMore: boolean }> {
    const { service, path } = PLACE.held_money;
    const refundsBeforeMs = this.clock.nowMs() - days * DAY_MS;
    const answer = await this.queries.getOfAll(service, appendQuery(path, { refundsBeforeMs }));
    return JSON.parse(answer.text) as { held: ListedMoney[]; hasMore: boolean };
  }

  /** Whose object it is, and in which mode. @throws ApiError resource_missing, service_unavailable. */
  async ownerOf(kind: DecidedKind, id: string): Promise<Owner> {
    const { service, path } = PLACE[kind];
    return JSON.parse((await this.queries.getOfAll(service, `${path}/${encodeURIComponent(id)}`)).text) as Owner;
  }

  /** @throws ApiError of the refusal; service_unavailable; outcome_unknown when it is not known whether it was carried out. */
  async decide(order: OperatorOrder, { ip, requestId }: ActingUser): Promise<DecidedObject> {
    const from = { address: this.addresses.of(order.accountId, ip), requestId };
    const { refusal, body } = await this.commands.send(order, from).catch((error: unknown) => {
      throw namedError(error);
    });
    if (refusal !== null) throw new ApiError(refusal.code, refusal.details);
    const { id, object, livemode, status } = JSON.parse(body ?? '{}') as DecidedObject;
    return { id, object, livemode, status };
  }
}

function namedError(error: unknown): unknown {
  if (error instanceof BusUnavailableError) return new ApiError('service_unavailable', {}, { 'retry-after': '1' }, error.message);
  return error instanceof OutcomeUnknownError ? new ApiError('outcome_unknown', {}, { 'retry-after': '1' }, error.message) : error;
}
