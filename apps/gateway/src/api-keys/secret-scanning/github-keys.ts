import { createPublicKey, type KeyObject } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '#contracts';
import { PartnerHttp } from '#partner-http';

const DEADLINE_MS = 5_000;
/** Keys are changed now and then: an unknown one is looked for, but not more often than this. */
const ASK_AGAIN_MS = 60_000;

/** One key as GitHub shows it. */
interface ShownKey {
  key_identifier?: unknown;
  key?: unknown;
}

/** The keys that GitHub signs its reports with (docs.github.com, Secret scanning partner program). */
export class GithubKeys implements OnApplicationShutdown {
  private readonly http: PartnerHttp;
  private keys: ReadonlyMap<string, KeyObject> = new Map();
  private askedAtMs = -Infinity;

  constructor(
    url: string,
    private readonly clock: Clock,
  ) {
    this.http = new PartnerHttp({ baseUrl: url, headers: { accept: 'application/json', 'user-agent': 'hundi' } });
  }

  /** Undefined for one that GitHub does not have. @throws Error when GitHub does not answer. */
  async find(id: string): Promise<KeyObject | undefined> {
    const known = this.keys.get(id);
    if (known !== undefined || this.clock.monotonicMs() - this.askedAtMs < ASK_AGAIN_MS) return known;
    this.keys = await this.read();
    this.askedAtMs = this.clock.monotonicMs();
    return this.keys.get(id);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }

  private async read(): Promise<Map<string, KeyObject>> {
    const { status, text } = await this.http.call({
      operation: 'secret_scanning_keys',
      method: 'GET',
      path: '',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (status !== 200) throw new Error(`the keys of secret scanning were answered with ${status}`);
    const { public_keys: shown } = JSON.parse(text) as { public_keys?: unknown };
    if (!Array.isArray(shown)) throw new Error('the keys of secret scanning were not what GitHub documents');
    return new Map(shown.map((one: ShownKey) => [String(one.key_identifier), createPublicKey(String(one.key))]));
  }
}
