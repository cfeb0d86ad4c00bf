import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { KEY_QUERY, type HoldKeyPayload, type KeyQuery, type ReleaseKeyPayload, type UsedKey } from '#contracts';
import { EventStore } from '#event-store';
import { answerKey, InternalQuery, Owner, RefusalError, type ListOwner } from '#listing';

const REFUSALS = { reused: 'idempotency_key_reused', in_use: 'idempotency_key_in_use', busy: 'service_unavailable' } as const;

/**
 * `/internal/idempotency_keys` for the gateway. This service is the home of all keys of an account: a key that is used at
 * another service is held here first (decision 0022).
 */
@Controller('internal/idempotency_keys')
export class KeysOfAccountController {
  constructor(private readonly store: EventStore) {}

  /** What the key was used for here; `idempotency_key_in_use` while another service may still accept what it is held for. */
  @Get()
  async findKey(@InternalQuery(KEY_QUERY) { key }: KeyQuery, @Owner() owner: ListOwner): Promise<UsedKey> {
    try {
      return await answerKey(this.store, key, owner);
    } catch (error) {
      if (await this.store.keyHolds.isHeld(owner, key)) throw new RefusalError('idempotency_key_in_use');
      throw error;
    }
  }

  @Post('hold')
  @HttpCode(200)
  async holdKey(@Owner() owner: ListOwner, @Body() payload: HoldKeyPayload): Promise<object> {
    // What comes from the gateway was made by it: it has the shape that both sides know.
    const verdict = await this.store.keyHolds.hold(owner, payload);
    if (verdict !== 'held') throw new RefusalError(REFUSALS[verdict]);
    return {};
  }

  @Post('release')
  @HttpCode(200)
  async releaseKey(@Owner() owner: ListOwner, @Body() payload: ReleaseKeyPayload): Promise<object> {
    if ('commandId' in payload) await this.store.keyHolds.release(owner, payload.commandId);
    else await this.store.keyHolds.releaseAbandoned(owner, payload.abandonedKey);
    return {};
  }
}
