import QuickLRU from 'quick-lru';
import type { Clock } from '#contracts';
import type { Snapshot } from '#event-store';
import type { PersonalData } from '#personal-data';
import type { SigningKey } from '../webhook-sender/attempt';
import type { EndpointState, LiveEndpoint } from '../endpoint/state';
import { isUnexpired } from '../endpoint/decide/secrets';
import type { LeasedDelivery } from '../delivery-queue/delivery-queue';

/** Where and how to deliver, with the keys readable. Holds secrets: never logged. */
export interface Destination {
  url: string;
  timeoutMs: number;
  customHeaders: Readonly<Record<string, string>>;
  /** Unexpired keys, newest first. */
  keys: readonly SigningKey[];
}

/** How long readable keys are kept (docs/reference/webhooks.md, Secrets and rotation): an erased secret signs nothing after that. */
const KEEP_MS = 60_000;
const KEPT_MAX = 10_000;

/** A secret or header of the endpoint cannot be read now: a fault of ours, not of the receiver. */
export class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';
}

export interface DestinationsParts {
  find: (endpointId: string, accountId: string, livemode: boolean) => Promise<Snapshot<EndpointState> | null>;
  personalData: Pick<PersonalData, 'unseal'>;
  /** @throws Error for a secret that is none. */
  readKey: (secret: string, fingerprint: string) => SigningKey;
  clock: Clock;
}

interface Kept {
  version: number;
  /** By the monotonic clock. */
  untilMs: number;
  /** Null when the endpoint takes nothing. */
  destination: Destination | null;
}

type Wanted = Pick<LeasedDelivery, 'endpointId' | 'endpointVersion' | 'accountId' | 'livemode'>;

/**
 * The endpoints as the dispatcher needs them: a cache that is asked with the version the claim saw, so that nothing is ever
 * sent by older settings.
 */
export class Destinations {
  private readonly kept = new QuickLRU<string, Promise<Kept>>({ maxSize: KEPT_MAX });

  constructor(private readonly parts: DestinationsParts) {}

  /**
   * @returns null when the endpoint takes nothing any more.
   * @throws SecretUnreadableError, PersonalDataUnavailableError, or an Error of pg: nothing can be sent now.
   */
  async find(delivery: Wanted): Promise<Destination | null> {
    const { endpointId, endpointVersion } = delivery;
    const kept = await this.kept.get(endpointId);
    if (kept && kept.version >= endpointVersion && this.parts.clock.monotonicMs() < kept.untilMs) return kept.destination;
    const reading = this.read(delivery);
    this.kept.set(endpointId, reading);
    reading.catch(() => {
      if (this.kept.get(endpointId) === reading) this.kept.delete(endpointId);
    });
    return (await reading).destination;
  }

  private async read({ endpointId, accountId, livemode }: Wanted): Promise<Kept> {
    const { find, clock } = this.parts;
    const snapshot = await find(endpointId, accountId, livemode);
    const [nowMs, readAtMs, version] = [clock.nowMs(), clock.monotonicMs(), snapshot?.head.version ?? 0];
    if (snapshot?.state.status !== 'enabled') return { version, untilMs: readAtMs + KEEP_MS, destination: null };
    const { url, timeoutMs, signing, headers, secrets } = snapshot.state;
    const usable = secrets.filter((secret) => isUnexpired(secret, nowMs) && (signing === 'both' || signing === secret.alg));
    const firstEndMs = Math.min(...usable.map(({ expiresAtMs }) => expiresAtMs ?? Number.POSITIVE_INFINITY));
    const untilMs = readAtMs + Math.min(KEEP_MS, firstEndMs - nowMs);
    return { version, untilMs, destination: { url, timeoutMs, ...(await this.unsealed({ headers, secrets: usable }, accountId)) } };
  }

  private async unsealed(
    endpoint: Pick<LiveEndpoint, 'headers' | 'secrets'>,
    accountId: string,
  ): Promise<Pick<Destination, 'customHeaders' | 'keys'>> {
    const { personalData, readKey } = this.parts;
    // Sorting is stable: keys of one instant keep the order of the endpoint.
    const secrets = endpoint.secrets.toSorted((left, right) => right.createdAtMs - left.createdAtMs);
    const sealed = JSON.stringify({ headers: endpoint.headers, secrets: secrets.map((secret) => secret.sealed) });
    const opened = JSON.parse(await personalData.unseal(sealed, accountId)) as {
      headers: Record<string, string | null>;
      secrets: (string | null)[];
    };
    const headers = Object.entries(opened.headers).map(([name, value]) => [name, readable(value)]);
    const keys = secrets.map((secret, index) => readKey(readable(opened.secrets[index]), secret.fingerprint));
    return { customHeaders: Object.fromEntries(headers) as Record<string, string>, keys };
  }
}

function readable(value: string | null | undefined): string {
  if (typeof value !== 'string') throw new SecretUnreadableError('a sealed value of an endpoint cannot be read');
  return value;
}
