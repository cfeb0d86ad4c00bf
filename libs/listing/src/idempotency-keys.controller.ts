import { Controller, Get } from '@nestjs/common';
import { KEY_QUERY, type KeyQuery, type UsedKey } from '#contracts';
import { EventStore } from '#event-store';
import { answerKey } from './answer-key';
import { InternalQuery } from './internal-query.decorator';
import { Owner } from './owner.decorator';
import type { ListOwner } from './terms';

/** `GET /internal/idempotency_keys` for the gateway, which asks every service that stores answers. */
@Controller('internal/idempotency_keys')
export class IdempotencyKeysController {
  constructor(private readonly store: EventStore) {}

  @Get()
  findKey(@InternalQuery(KEY_QUERY) { key }: KeyQuery, @Owner() owner: ListOwner): Promise<UsedKey> {
    return answerKey(this.store, key, owner);
  }
}
