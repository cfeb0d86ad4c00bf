import { userInfo } from 'node:os';
import { firstTokenOf } from '#service';
import { CliError } from '../cli-error';
import type { Place } from '../data-location';
import { secretsOf } from '../secrets';

const ANSWER_MS = 20_000;

/** A command that only an operator may send: by whom and why is in the payload. */
export interface OperatorOrder {
  type: string;
  streamId: string;
  accountId: string;
  livemode: boolean;
  payload: { by: string; note: string };
}

/** Who orders it, the user of this machine unless given, and why. @throws Error when no reason was given. */
export function authorIn({ note = '', by = userInfo().username }: { note?: string; by?: string }): OperatorOrder['payload'] {
  if (note.trim() === '') throw new Error('Say why with --note: it is kept with the event.');
  return { by, note };
}

/** Sends it through the gateway's internal port. @returns the object as it is now, as JSON text. @throws CliError with what was refused, or that nothing runs. */
export async function sendOperatorOrder(order: OperatorOrder, place: Place): Promise<string> {
  const gateway = gatewayOf(place);
  const answer = await fetch(`${gateway}/internal/operator_commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-token': firstTokenOf(secretsOf(place).internalToken) },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw unanswered(gateway, error);
  });
  const reply = await readReply(answer, gateway);
  if (answer.status !== 200) throw new CliError(reply.details?.message ?? `The gateway answers ${answer.status} ${reply.code}.`);
  return reply.body ?? '';
}

interface Reply {
  code?: string;
  details?: { message?: string };
  body?: string;
}

/** @throws CliError when it is none of the internal port of a gateway. */
async function readReply(answer: Response, gateway: string): Promise<Reply> {
  const reply = (await answer.json().catch(() => undefined)) as Reply | undefined;
  if (answer.status === 200 ? reply?.body !== undefined : reply?.code !== undefined) return reply as Reply;
  throw new CliError(
    `What answers at ${gateway} is not the internal port of a gateway (${answer.status}).\nIs GATEWAY_INTERNAL_URL right?`,
  );
}

function unanswered(gateway: string, error: unknown): CliError {
  const code = (error as { cause?: { code?: string } }).cause?.code;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return new CliError(
      `The gateway at ${gateway} does not answer (${code}): nothing was changed.\nIs GATEWAY_INTERNAL_URL right, and does it run there?`,
    );
  }
  return new CliError(
    `The gateway at ${gateway} did not answer (${code ?? (error as Error).name}): the command may have been carried out.\nLook before you repeat it.`,
  );
}

function gatewayOf({ config, folder }: Place): string {
  const url = config.gatewayInternalUrl ?? folder.findRunning()?.gatewayInternalUrl;
  if (url === undefined) throw new CliError(`No Hundi is running on ${folder.path}. Start it, or set GATEWAY_INTERNAL_URL.`);
  return url.replace(/\/+$/, '');
}
