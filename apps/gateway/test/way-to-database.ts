import { startFaultProxy, type FaultProxy } from '#testing';

/** A way to the database that a test can cut; it is there once the gateway has asked for it. */
export class WayToDatabase {
  proxy!: FaultProxy;

  /** @returns the same database, through the proxy. */
  readonly wayTo = async (databaseUrl: string): Promise<string> => {
    const url = new URL(databaseUrl);
    this.proxy = await startFaultProxy({ target: url.host });
    url.host = this.proxy.address;
    return url.href;
  };
}
