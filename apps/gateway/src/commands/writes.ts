import { Injectable } from '@nestjs/common';
import { ERRORS, oneOf, RESOURCES, type Reply } from '#contracts';
import { PersonalData } from '#personal-data';
import { AddressDigests } from '../auth/address-digests';
import { ApiError } from '../http/api-error';
import { addPreferenceApplied } from '../http/preference-applied';
import { couldOwn, resourceMissing } from '../http/resources';
import type { Answer } from '../http/response-headers';
import { ServiceQueries } from '../queries/service-queries';
import { Commands, type CommandOrder, type CommandOrigin } from './commands';
import { isOfEarlierRequest, isRefusalForGood } from './discard-rules';
import { withOtherModeHint } from './other-mode-hint';
import { OutcomeWait, withDecline } from './outcome-wait';
import { writeReply } from './write-reply';
import type { WriteCall } from './write-call';
import type { SendOptions, ShownObject } from './write-rules';

/** Sends the command of a write, and makes the answer to its caller. */
@Injectable()
export class Writes {
  constructor(
    private readonly commands: Commands,
    private readonly addresses: AddressDigests,
    private readonly outcomeWait: OutcomeWait,
    private readonly personalData: PersonalData,
    private readonly queries: ServiceQueries,
  ) {}

  /**
   * Sends a command and waits for the object as the service has decided. On a refusal for good, and for the retry of a request that made
   * another object, what the call has handed over is taken back.
   *
   * @throws ApiError resource_missing when the deciding object cannot be the caller's; the refusal of the service; what `Commands.send` throws.
   */
  async send(call: WriteCall, command: string, payload: unknown, options: SendOptions = {}): Promise<Answer> {
    const { decidedBy } = options;
    if (decidedBy !== undefined && !couldOwn(call.caller, decidedBy.kind, decidedBy.id)) throw resourceMissing(decidedBy.param);
    const reply = await this.decide(call, toOrder(call, { command, payload }, options));
    const { resource, creates } = call.route;
    const outcome = { resource, creates, ...options.outcome };
    if (!call.isDryRun && options.erases !== undefined) await this.hideErased(call, reply, options.erases);
    const settled = call.isDryRun ? null : await this.outcomeWait.settle(outcome, call.request, reply);
    if (settled !== null) addPreferenceApplied(call.reply, 'wait');
    return writeReply(call.reply, settled ?? withDecline(outcome, shownOf(call, reply)), locationOf(call, reply.streamId));
  }

  /**
   * The answer to a request that was refused. The retry of a request whose customer, plan or event is gone by now cannot be sent again and
   * gets its stored answer. The claim of an answer that shows a secret names its caller, so it finds the answer for that caller alone.
   *
   * @throws the error, with a hint when the object is in the other mode.
   */
  async recover(call: WriteCall, error: ApiError): Promise<Answer> {
    const mayBeRetry = !call.isSent && [400, 404, 409].includes(ERRORS[error.code].status);
    const stored = mayBeRetry ? await this.commands.findAnswer(this.originOf(call)) : null;
    if (stored === null) throw await withOtherModeHint(error, call.request, this.queries);
    return writeReply(call.reply, stored, locationOf(call, stored.streamId));
  }

  private async decide(call: WriteCall, order: CommandOrder): Promise<Reply> {
    call.isSent = true;
    try {
      const reply = await this.commands.send(this.originOf(call), order);
      if (isOfEarlierRequest(reply, call.newIds)) call.takeBack();
      return reply;
    } catch (error) {
      if (isRefusalForGood(error)) call.takeBack();
      throw error;
    }
  }

  /** A dry run leaves no trace, so it uses up no key. */
  private originOf({ caller, request, claim, isDryRun }: WriteCall): CommandOrigin {
    const address = this.addresses.of(caller.accountId, request.ip);
    return { caller, requestId: request.id, address, claim: isDryRun ? null : claim };
  }

  private async hideErased(
    { accountId, objectId: id }: WriteCall,
    { body }: Reply,
    erases: NonNullable<SendOptions['erases']>,
  ): Promise<void> {
    if (erases(JSON.parse(body ?? '{}') as ShownObject)) await this.personalData.hideErased({ accountId, id });
  }
}

function toOrder(call: WriteCall, { command, payload }: { command: string; payload: unknown }, options: SendOptions): CommandOrder {
  const { resource } = call.route;
  const { service, internalPath } = RESOURCES[resource];
  const { decidedBy, direct, secret } = options;
  const streamId = decidedBy?.id ?? call.objectId;
  return {
    service,
    type: command,
    streamId,
    payload,
    location: locationOf(call, call.objectId),
    isDryRun: call.isDryRun,
    ...(direct && { direct: { path: `${internalPath}/${streamId}/${direct.action}`, timeoutMs: direct.timeoutMs } }),
    ...(secret && { made: secret }),
    // An account has both modes, and its log is in live mode.
    ...(oneOf(resource) === 'account' && { livemode: true }),
  };
}

/** A preview answers with the object alone: the name of the route says that nothing is stored. */
function shownOf({ route }: WriteCall, reply: Reply): Reply {
  if (route.isPreview !== true || reply.body === null) return reply;
  return { ...reply, body: JSON.stringify((JSON.parse(reply.body) as { resource: unknown }).resource) };
}

/** The public path of the object: for `Location`. */
function locationOf({ route: { resource, parent }, params }: WriteCall, objectId: string): string {
  const { path } = RESOURCES[resource];
  if (oneOf(resource) !== undefined) return path;
  if (parent?.part === undefined) return `${path}/${objectId}`;
  return `${RESOURCES[parent.kind].path}/${params[parent.idParam ?? 'id']}/${parent.part}/${objectId}`;
}
