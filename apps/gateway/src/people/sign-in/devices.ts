import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Random } from '#contracts';
import { CookieKeys } from '../http/cookie-keys';
import { Cookies } from '../http/cookies';

const RANDOM_BYTES = 16;
const FORM = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Browsers that have signed in before: their tries are counted apart, so that no stranger locks their owner out. */
@Injectable()
export class Devices {
  constructor(
    private readonly keys: CookieKeys,
    private readonly cookies: Cookies,
    private readonly random: Random,
  ) {}

  /** What the tries of this browser are counted by; undefined when no one signed in here with this address before. */
  find(request: Pick<FastifyRequest, 'headers'>, emailDigest: string): string | undefined {
    const [, random = '', mark = ''] = FORM.exec(this.cookies.device(request) ?? '') ?? [];
    if (random === '' || !this.keys.matches('device', `${emailDigest} ${random}`, mark)) return undefined;
    return `${emailDigest} ${random}`;
  }

  /** Marks the browser of an answer. */
  remember(reply: FastifyReply, emailDigest: string): void {
    const random = Buffer.from(this.random.bytes(RANDOM_BYTES)).toString('base64url');
    this.cookies.setDevice(reply, `${random}.${this.keys.digest('device', `${emailDigest} ${random}`).toString('base64url')}`);
  }
}
