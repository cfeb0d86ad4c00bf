import { Injectable } from '@nestjs/common';
import { firstValueFrom } from 'rxjs';
import { Clock, COMMAND_LIFETIME_MS, COMMAND_TOPIC, Random, type Command, type CommandService, type Reply } from '#contracts';
import { BusClient } from '#messaging';
import { PersonalData } from '#personal-data';
import { AuditFollower } from '../accounts/audit-log/audit-follower';

/** What an operator may ask of a payment, a refund, a verification or a webhook endpoint, and who decides it; everything else goes through the API. */
const SERVICES: ReadonlyMap<string, CommandService> = new Map([
  ['payments.resolve', 'payments'],
  ['refunds.resolve', 'payments'],
  ['kyc.inspect', 'kyc'],
  ['kyc.decide', 'kyc'],
  ['kyc.hold', 'kyc'],
  ['webhook_endpoints.enable', 'webhooks'],
  ['webhook_endpoints.disable', 'webhooks'],
]);

/** What an operator decides. `by` and `note` in the payload say who and why. */
export interface OperatorOrder {
  type: string;
  streamId: string;
  accountId: string;
  livemode: boolean;
  payload: { by: string; note: string };
}

/** Where an order came from, if from a page: digest of the address, and the request. */
export interface OrderedFrom {
  address: string | null;
  requestId: string | null;
}

/** Sends what operators decide to the services, so that each decision is a fact with its author. */
@Injectable()
export class OperatorCommands {
  constructor(
    private readonly client: BusClient,
    private readonly audit: AuditFollower,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly personalData: PersonalData,
  ) {}

  /** Whether operators may ask for it. */
  static knows(type: string): boolean {
    return SERVICES.has(type);
  }

  /**
   * @returns also refusals; the body in the clear: the answer to an operator is an edge like any other.
   * @throws BusUnavailableError, OutcomeUnknownError.
   */
  async send(order: OperatorOrder, from: OrderedFrom = { address: null, requestId: null }): Promise<Reply> {
    const topic = COMMAND_TOPIC[SERVICES.get(order.type) ?? 'payments'];
    const answer = firstValueFrom(this.client.send<Reply, Command>(topic, this.commandOf(order, from)));
    this.audit.expect(answer);
    const reply = await answer;
    return { ...reply, body: reply.body === null ? null : await this.personalData.unseal(reply.body, order.accountId) };
  }

  private commandOf({ type, streamId, accountId, livemode, payload }: OperatorOrder, { address, requestId }: OrderedFrom): Command {
    const commandId = this.random.uuid();
    const issuedAtMs = this.clock.nowMs();
    return {
      ...{ commandId, type, streamId, accountId, livemode, idempotency: null },
      actor: { kind: 'operator', id: payload.by, address },
      ...{ requestId, correlationId: commandId, causationId: null },
      ...{ issuedAtMs, deadlineAtMs: issuedAtMs + COMMAND_LIFETIME_MS },
      payload,
    };
  }
}
