import { Controller, Get, Query } from '@nestjs/common';
import type { UsedKey } from '#contracts';
import { EventStore } from '#event-store';
import { answerKey } from './answer-key';
import { Owner } from './owner.decorator';
import type { ListOwner } from './terms';

/** `GET /internal/idempotency_keys?key=…` for the gateway, which asks every service that stores answers. */
@Controller('internal/idempotency_keys')
export class IdempotencyKeysController {
  constructor(private readonly store: EventStore) {}

  @Get()
  findKey(@Query('key') key: string, @Owner() owner: ListOwner): Promise<UsedKey> {
    return answerKey(this.store, key, owner);
  }
}
