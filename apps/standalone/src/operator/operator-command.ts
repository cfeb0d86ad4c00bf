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
  const answer = await fetch(`${gatewayOf(place)}/internal/operator_commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-token': firstTokenOf(secretsOf(place).internalToken) },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const reply = (await answer.json()) as { code?: string; details?: { message?: string }; body?: string };
  if (answer.status !== 200) throw new CliError(reply.details?.message ?? `The gateway answers ${answer.status} ${reply.code ?? ''}.`);
  return reply.body ?? '';
}

function gatewayOf({ config, folder }: Place): string {
  const url = config.gatewayInternalUrl ?? folder.findRunning()?.gatewayInternalUrl;
  if (url === undefined) throw new CliError(`No Hundi is running on ${folder.path}. Start it, or set GATEWAY_INTERNAL_URL.`);
  return url.replace(/\/+$/, '');
}
