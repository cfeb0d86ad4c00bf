import type { FastifyReply, FastifyRequest } from 'fastify';

const SESSION = '__Host-hundi_session';
/** For browsers that drop a secure cookie on http, of a Hundi on the machine itself alone. */
const SESSION_ON_HTTP = 'hundi_session';
const DEVICE = '__Host-hundi_device';
const DEVICE_ON_HTTP = 'hundi_device';
/** 180 days. */
const DEVICE_SECONDS = 15_552_000;
const SAME_SITE = 'Path=/; HttpOnly; SameSite=Lax';

/** Values of the cookies of this name, the first that was sent first. */
function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

/** Reads and writes the two cookies of people: the session, and the browser that has signed in before. */
export class Cookies {
  /** @param isOnHttp whether the public address is http on this machine. */
  constructor(private readonly isOnHttp: () => boolean) {}

  /** The token of the session; undefined without one. */
  session(request: Pick<FastifyRequest, 'headers'>): string | undefined {
    return cookieOf(request, SESSION) ?? (this.isOnHttp() ? cookieOf(request, SESSION_ON_HTTP) : undefined);
  }

  device(request: Pick<FastifyRequest, 'headers'>): string | undefined {
    return cookieOf(request, DEVICE) ?? (this.isOnHttp() ? cookieOf(request, DEVICE_ON_HTTP) : undefined);
  }

  /** @param maxAgeS seconds after which the session is over in any case. */
  setSession(reply: FastifyReply, token: string, maxAgeS: number): void {
    this.set(reply, [SESSION, SESSION_ON_HTTP], `${token}; Max-Age=${maxAgeS}`);
  }

  clearSession(reply: FastifyReply): void {
    this.set(reply, [SESSION, SESSION_ON_HTTP], '; Max-Age=0');
  }

  setDevice(reply: FastifyReply, value: string): void {
    this.set(reply, [DEVICE, DEVICE_ON_HTTP], `${value}; Max-Age=${DEVICE_SECONDS}`);
  }

  private set(reply: FastifyReply, [secure, onHttp]: [string, string], value: string): void {
    const cookies = [`${secure}=${value}; ${SAME_SITE}; Secure`, ...(this.isOnHttp() ? [`${onHttp}=${value}; ${SAME_SITE}`] : [])];
    void reply.header('set-cookie', cookies);
  }
}
