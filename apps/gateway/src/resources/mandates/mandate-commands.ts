import { CreateMandateDto } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { toCreateMandatePayload, validateCreateMandate } from './mandate-payloads';

const act = (verb: 'pause' | 'resume' | 'revoke') =>
  writeRoute({ resource: 'mandate', command: `mandates.${verb}`, creates: false, payload: () => ({}) });

/** What each command on mandates reads from its request, and what it sends to the service. */
export const MANDATE_COMMANDS = {
  create: writeRoute({
    resource: 'mandate',
    command: 'mandates.create',
    creates: true,
    body: CreateMandateDto,
    validate: validateCreateMandate,
    sensitiveFields: ({ enach }) => [enach?.account_number],
    // A customer has had a key since its creation: who has none is not there.
    encryptFor: ({ customer_id, enach }) => (enach ? { subjectId: customer_id } : null),
    payload: (dto, { livemode }, seal) => toCreateMandatePayload(dto, { livemode }, seal),
  }),
  pause: act('pause'),
  resume: act('resume'),
  revoke: act('revoke'),
};
