import { COMMAND_TOPIC, systemCommand, type SharedRules } from '#contracts';
import { derivedIdOf, type EventStore, type TaskRunner } from '#event-store';
import type { AppDeps } from '#service';
import { sharedRulesOf } from './aggregate';
import type { AccountState } from './state';

const ACTOR = 'account_rules';

/** An account as it is at one sequence. */
export interface RulesOfAccount {
  accountId: string;
  sequence: number;
  rules: SharedRules;
}

/** Sends rules to the payments service, which decides by them when it wakes a subscription. */
export class RulesSender {
  constructor(
    private readonly bus: Pick<AppDeps['bus'], 'send'>,
    private readonly options: Pick<EventStore['options'], 'clock' | 'random'>,
  ) {}

  /** @throws Error when the payments service does not have them. */
  async send({ accountId, sequence, rules }: RulesOfAccount): Promise<void> {
    const { clock, random } = this.options;
    for (const livemode of [false, true]) {
      const owner = { accountId, livemode };
      const streamId = derivedIdOf('accountRules', owner, 'account_rules');
      const about = { type: 'account_rules.set', streamId, ...owner, payload: { ...rules, sequence } };
      const command = systemCommand({ ...about, commandId: random.uuid(), actorId: ACTOR, nowMs: clock.nowMs() });
      const { refusal } = await this.bus.send(COMMAND_TOPIC.payments, command);
      if (refusal !== null) throw new Error(`${streamId} does not have the rules: ${refusal.code}`);
    }
  }
}

/** Rules that were not sent with the answer, as where the payments service was away. A crash in between repeats it. */
export function shareRules(sender: RulesSender): TaskRunner<AccountState> {
  return async ({ snapshot: { head, state } }) => {
    const { accountId, sequence } = head;
    const rules = sharedRulesOf(state.status === 'none' ? {} : state);
    await sender.send({ accountId, sequence, rules });
    return { type: 'accounts.record_shared', payload: rules };
  };
}
