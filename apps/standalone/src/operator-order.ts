import { isAlive } from '#embedded';
import { ComplaintError } from './complaint';
import type { StandaloneConfig } from './config';
import type { HundiFolder } from './hundi-folder';
import { secretsOf } from './secrets';

const ANSWER_MS = 20_000;

/** Which Hundi is meant. */
export interface OperatorPlace {
  config: StandaloneConfig;
  folder: HundiFolder;
}

/** A command that only an operator may send: by whom and why is in the payload. */
export interface OperatorOrder {
  type: string;
  streamId: string;
  accountId: string;
  livemode: boolean;
  payload: { by: string; note: string };
}

/** Sends it through the gateway's internal port. @returns the object as it is now, as JSON text. @throws ComplaintError with what was refused, or that nothing runs. */
export async function sendOperatorOrder(order: OperatorOrder, place: OperatorPlace): Promise<string> {
  const answer = await fetch(`${gatewayOf(place)}/internal/operator_commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-token': secretsOf(place.config, place.folder).internalToken },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const said = (await answer.json()) as { code?: string; details?: { message?: string }; body?: string };
  if (answer.status !== 200) throw new ComplaintError(said.details?.message ?? `The gateway answers ${answer.status} ${said.code ?? ''}.`);
  return said.body ?? '';
}

function gatewayOf({ config, folder }: OperatorPlace): string {
  const run = folder.findRunFile();
  const running = run && isAlive(run.pid) ? run.gatewayInternalUrl : undefined;
  const url = config.gatewayInternalUrl ?? running;
  if (url === undefined) throw new ComplaintError(`No Hundi is running on ${folder.path}. Start it, or set GATEWAY_INTERNAL_URL.`);
  return url.replace(/\/+$/, '');
}
