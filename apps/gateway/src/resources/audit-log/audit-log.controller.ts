import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AUDIT_OUTCOMES, AuditEntryResource, AuditHeadList } from '#contracts';
import { copiesShownTo } from '../../auth/copies-of-objects';
import { Call, ListRoute, Reads, RequireScope, RetrieveRoute, type Answer, type ListCall, type RetrieveCall } from '../../routes';

/** Support reads the request log alone. */
const AUDITORS = { ofPeople: { roles: ['owner', 'admin', 'developer'], needsStepUp: false } } as const;

/** Routes of the audit log of the account. */
@ApiTags('Audit log')
@Controller('v1/audit_log')
export class AuditLogController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @RequireScope('logs:read', AUDITORS)
  @ListRoute('auditEntry', {
    summary: 'List who did what',
    description:
      'Every change, and what was refused for want of a right. By ids of actors and objects, action and outcome. `min_position` waits for account and keys alone.',
    item: AuditEntryResource,
    own: {
      actor: { form: 'actor' },
      action: { form: 'action' },
      resource: { form: 'id' },
      outcome: { words: AUDIT_OUTCOMES },
      at: { instants: true },
    },
    hasTotalCount: false,
    partFor: copiesShownTo,
    // Developers see their own acts; owners, admins and keys that may read logs see all.
    narrowedTo: ({ user }) => (user?.role === 'developer' ? { actor: user.id } : undefined),
  })
  listAuditLog(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('heads')
  @RequireScope('logs:read', AUDITORS)
  @RetrieveRoute('auditEntry', {
    summary: 'List the last entry of each day',
    description: 'Of the last 366 days. Each hash holds for every entry up to it: kept elsewhere, it proves that none was changed.',
    part: 'heads',
    isOfCollection: true,
    answer: AuditHeadList,
    returns: 'The heads, the newest first.',
  })
  listAuditHeads(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }
}
