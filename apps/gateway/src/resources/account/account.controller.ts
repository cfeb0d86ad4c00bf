import { Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountResource, UpdateAccountDto } from '#contracts';
import { settingOfPeople } from '../../accounts/account/decide';
import { refuseWithoutStepUp } from '../../auth/credential-limits';
import { sealNothing } from '../../personal-data/encrypt-for';
import {
  Call,
  Dto,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { toAccountChange } from './account-payloads';

/** Routes of the account of the caller. It is the same with keys of both modes. */
@ApiTags('Account')
@Controller('v1/account')
export class AccountController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Get()
  @RequireScope('account:read')
  @RetrieveRoute('account', { summary: 'Retrieve your account', answer: AccountResource, hasAsOf: true })
  getAccount(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch()
  @RequireScope('account:write')
  @UpdateRoute('account', {
    summary: 'Change what your account says of itself',
    body: UpdateAccountDto,
    isBodyOptional: true,
    answer: AccountResource,
    errors: ['email_invalid', 'phone_invalid', 'url_invalid', 'metadata_invalid', 'session_only'],
  })
  async updateAccount(@Call() call: WriteCall, @Dto() dto: UpdateAccountDto): Promise<Answer> {
    const seal = dto.settings?.developer_contacts?.length ? await call.sealerOf(null) : sealNothing;
    const change = toAccountChange(dto, seal);
    // Settings that protect the account hold in both modes, so a change needs the password in test mode as well.
    if (settingOfPeople(change) !== undefined) refuseWithoutStepUp({ user: call.user, livemode: true });
    return this.writes.send(call, 'accounts.update', change);
  }
}
