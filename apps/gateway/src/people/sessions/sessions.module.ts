import { hkdfSync } from 'node:crypto';
import { Module } from '@nestjs/common';
import { PepperModule } from '../../auth/pepper.module';
import { GatewayConfig } from '../../config';
import { PublicUrl } from '../../http/public-url';
import { LimitsModule } from '../../limits/limits.module';
import { TablesModule } from '../../tables/tables.module';
import { Guesses } from '../guessing/guesses';
import { CookieKeys } from '../http/cookie-keys';
import { Cookies } from '../http/cookies';
import { PeopleGuard } from '../http/people-guard';
import { SessionCallers } from '../http/session-callers';
import { Sessions } from './sessions';

const LOOPBACK_HTTP = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;
const KEY_BYTES = 32;

/** Who is signed in: what the guard of every request needs of people. */
@Module({
  imports: [LimitsModule, PepperModule, TablesModule],
  providers: [
    ...[Guesses, PeopleGuard, SessionCallers, Sessions],
    { provide: CookieKeys, useFactory: cookieKeysOf, inject: [GatewayConfig] },
    { provide: Cookies, useFactory: (url: PublicUrl) => new Cookies(() => LOOPBACK_HTTP.test(url.toString())), inject: [PublicUrl] },
  ],
  exports: [CookieKeys, Cookies, Guesses, PeopleGuard, SessionCallers, Sessions],
})
export class SessionsModule {}

/** A key of its own, so that none is a secret for two things. */
function cookieKeysOf({ cookieKeys, apiKeyPepper }: GatewayConfig): CookieKeys {
  if (cookieKeys !== undefined) return new CookieKeys(cookieKeys);
  return new CookieKeys([Buffer.from(hkdfSync('sha256', apiKeyPepper, '', 'hundi cookies', KEY_BYTES)).toString('base64url')]);
}
