import { Injectable } from '@nestjs/common';
import { firstValueFrom } from 'rxjs';
import { COMMAND_TOPIC, isUndecided, PARTNER_HEADER_PREFIX } from '#contracts';
import type { Command, ErrorCode, Reply } from '#contracts';
import { BusClient, BusUnavailableError, OutcomeUnknownError } from '#messaging';
import { ApiError } from '../http/api-error';
import { ServiceQueries } from '../queries/service-queries';

/** A webhook of a processor of payments or an identity provider as it came in. */
export interface ProcessorWebhook {
  /** Whose partner it is. */
  service: keyof typeof INTERNAL_PATH;
  /** The last part of the path. */
  sender: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
}

/** The bytes of the largest webhook that is read (docs/reference/security.md, API10). */
const WEBHOOK_BYTES_MAX = 262_144;
const HEADERS_MAX = 32;
const HEADER_LENGTH_MAX = 1_024;
/** Where a service reads the webhooks of its partners. */
const INTERNAL_PATH = { payments: '/internal/processor_webhooks', kyc: '/internal/kyc_webhooks' } as const;

/**
 * Passes webhooks of processors to the service that can read them, and the commands that it answers to the payments they are
 * about. Done means: every payment has taken its command, or has said that it will never do so.
 */
@Injectable()
export class ProcessorWebhooks {
  constructor(
    private readonly queries: ServiceQueries,
    private readonly client: BusClient,
  ) {}

  /** @throws ApiError webhook_signature_invalid, resource_missing, body_too_large; service_unavailable: tell again. */
  async receive({ service, sender, headers, rawBody }: ProcessorWebhook): Promise<void> {
    if (rawBody.byteLength > WEBHOOK_BYTES_MAX) throw new ApiError('body_too_large');
    const path = `${INTERNAL_PATH[service]}/${encodeURIComponent(sender)}`;
    const text = await this.queries.postBytes(service, path, rawBody, passedOn(headers));
    const { commands } = JSON.parse(text) as { commands: Command[] };
    await Promise.all(commands.map((command) => this.send(service, command)));
  }

  private async send(service: ProcessorWebhook['service'], command: Command): Promise<void> {
    const reply = await firstValueFrom(this.client.send<Reply, Command>(COMMAND_TOPIC[service], command)).catch((error: unknown) => {
      if (error instanceof BusUnavailableError || error instanceof OutcomeUnknownError) throw reportAgain(error.message);
      throw error;
    });
    if (reply.refusal !== null && isToBeReportedAgain(reply.refusal.code)) throw reportAgain(`the object answered ${reply.refusal.code}`);
  }
}

/** Such a refusal says nothing about the payment. One for lateness is stored under its id, and the next webhook has another. */
function isToBeReportedAgain(code: ErrorCode): boolean {
  return isUndecided(code) || code === 'command_expired';
}

/** What processors sign with, all of it in headers that begin with `x-` or `webhook-`. */
function passedOn(headers: ProcessorWebhook['headers']): Record<string, string> {
  const signed = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      /^(?:x|webhook)-/.test(entry[0]) && typeof entry[1] === 'string' && entry[1].length <= HEADER_LENGTH_MAX,
  );
  return Object.fromEntries(signed.slice(0, HEADERS_MAX).map(([name, value]) => [PARTNER_HEADER_PREFIX + name, value]));
}

function reportAgain(internalMessage: string): ApiError {
  return new ApiError('service_unavailable', {}, { 'retry-after': '30' }, internalMessage);
}
