import { Controller, Delete, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DoneAnswer, NewPasskeyDto, PasskeyOptionsAnswer, PasskeyResource } from '#contracts';
import { sessionOf } from '../../http/access';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { Passkeys } from './passkeys';

const PASSKEY = new BodyReader(NewPasskeyDto);
const ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'passkey_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;

/** The passkeys of whoever is signed in. */
@Controller('dashboard/api/user/passkeys')
export class PasskeysController {
  constructor(private readonly passkeys: Passkeys) {}

  /** POST /dashboard/api/user/passkeys/options */
  @Post('options')
  @PersonRoute({ needs: 'step_up', summary: 'Begin a passkey', answer: PasskeyOptionsAnswer, errors: ['passkeys_unavailable'] })
  async beginPasskey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = await this.passkeys.options({ session: sessionOf(request), request });
    await sendJson(reply, { options } satisfies PasskeyOptionsAnswer);
  }

  /** POST /dashboard/api/user/passkeys: with what the browser answered. All other sessions end. */
  @Post()
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Add a passkey', body: NewPasskeyDto, answer: PasskeyResource },
    errors: ['passkey_invalid', 'passkeys_unavailable', 'limit_exceeded'],
  })
  async addPasskey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.passkeys.add({ session: sessionOf(request), request }, readBody(PASSKEY, request, reply)));
  }

  /** DELETE /dashboard/api/user/passkeys/{id}: all other sessions end. */
  @Delete(':id')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Remove a passkey', answer: DoneAnswer, params: [ID], errors: ['resource_missing'] },
  })
  async removePasskey(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.passkeys.remove({ session: sessionOf(request), request }, id);
    await sendJson(reply, { done: true } satisfies DoneAnswer);
  }
}
