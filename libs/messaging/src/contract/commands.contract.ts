import type { Command } from '#contracts';
import { eventually } from '#testing';
import { BusUnavailableError, OutcomeUnknownError } from '../bus';
import { PoisonMessageError } from '../failures';
import { Gate, UnavailableError, elapsedMs, holdsFor } from './observing.contract';
import { aCommand, aReply } from './samples.contract';
import type { Stage } from './stage.contract';

const SEND_OFTEN = 200;

/** What the port promises about commands. */
export function describeCommands(stage: Stage): void {
  describe('commands', () => {
    it('reach the handler in the order they were sent, for every shard', async () => {
      await stage.open();
      const taken = new Map<string, number[]>();
      await stage.serve(async (command) => {
        taken.set(command.accountId, [...(taken.get(command.accountId) ?? []), command.payload as number]);
        return aReply(command);
      });
      const accounts = ['acct_a', 'acct_b', 'acct_c', 'acct_d'];
      const numbers = Array.from({ length: SEND_OFTEN }, (_, index) => index);
      await Promise.all(numbers.map((number) => stage.send(aCommand(accounts[number % accounts.length], number))));
      accounts.forEach((account, index) =>
        expect(taken.get(account)).toEqual(numbers.filter((number) => number % accounts.length === index)),
      );
    });

    it('are each answered with their own reply, unchanged to the byte', async () => {
      await stage.open();
      await stage.serve(async (command) => aReply(command));
      const commands = Array.from({ length: SEND_OFTEN }, (_, index) => aCommand(`acct_${index}`));
      const replies = await Promise.all(commands.map((command) => stage.send(command)));
      expect(replies).toEqual(commands.map((command) => aReply(command)));
    });

    it('arrive as they were sent', async () => {
      await stage.open();
      const taken: Command[] = [];
      await stage.serve(async (command) => {
        taken.push(command);
        return aReply(command);
      });
      const command = { ...aCommand(), idempotency: null, requestId: null };
      await stage.send(command);
      expect(taken).toEqual([command]);
    });

    it('come again while the handler says that the world is away, none is skipped', async () => {
      await stage.open();
      let isAway = true;
      let refusals = 0;
      const taken: number[] = [];
      await stage.serve(async (command) => {
        if (isAway) refusals += 1;
        if (isAway) throw new UnavailableError('no database');
        taken.push(command.payload as number);
        return aReply(command);
      });
      const replies = Promise.all([0, 1, 2, 3, 4].map((number) => stage.send(aCommand('acct_a', number))));
      await eventually(() => expect(refusals).toBeGreaterThan(5));
      isAway = false;
      await replies;
      expect(taken).toEqual([0, 1, 2, 3, 4]);
    });

    it('are handed over up to the bound, the others wait their turn', async () => {
      await stage.open({ maxHandedOut: 10 });
      const gate = new Gate();
      let atOnce = 0;
      let most = 0;
      await stage.serve(async (command) => {
        most = Math.max(most, ++atOnce);
        await gate.opened;
        atOnce -= 1;
        return aReply(command);
      });
      const replies = Promise.all(Array.from({ length: 50 }, () => stage.send(aCommand('acct_a'))));
      await eventually(() => expect(atOnce).toBe(10));
      await holdsFor(200, () => expect(atOnce).toBe(10));
      gate.letThrough();
      await replies;
      expect(most).toBe(10);
    });

    it('are turned away at once when too many are in flight, and the others are answered', async () => {
      await stage.open({ maxInFlight: 20 });
      const gate = new Gate();
      await stage.serve(async (command) => {
        await gate.opened;
        return aReply(command);
      });
      const first = Array.from({ length: 20 }, () => stage.send(aCommand()));
      await expect(stage.send(aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
      gate.letThrough();
      await expect(Promise.all(first)).resolves.toHaveLength(20);
      await expect(stage.send(aCommand())).resolves.toBeDefined();
    });

    it('without a reply in time have an unknown outcome', async () => {
      await stage.open({ commandWaitMs: 700 });
      await stage.serve(() => new Promise(() => undefined));
      const waitedMs = await elapsedMs(expect(stage.send(aCommand())).rejects.toBeInstanceOf(OutcomeUnknownError));
      expect(waitedMs).toBeGreaterThanOrEqual(690);
      expect(waitedMs).toBeLessThan(1_500);
    });

    it('with the same id sent twice at once get the same answer', async () => {
      await stage.open();
      await stage.serve(async (command) => aReply(command));
      const command = aCommand();
      const [first, second] = await Promise.all([stage.send(command), stage.send(command)]);
      expect(second).toEqual(first);
    });

    it('are not taken while the consumption is paused, and all of them afterwards', async () => {
      await stage.open();
      let taken = 0;
      const subscription = await stage.serve(async (command) => {
        taken += 1;
        return aReply(command);
      });
      subscription.pause();
      const replies = Promise.all(Array.from({ length: 10 }, () => stage.send(aCommand())));
      await holdsFor(300, () => expect(taken).toBe(0));
      subscription.resume();
      await replies;
      expect(taken).toBe(10);
    });

    it('that no retry can mend go to the dead letters with the reason, are answered, and the next one is handled', async () => {
      await stage.open();
      await stage.serve(async (command) => {
        if (command.payload === 'bad') throw new PoisonMessageError('an assertion tripped');
        return aReply(command);
      });
      const [bad, good] = await Promise.all([stage.send(aCommand('acct_a', 'bad')), stage.send(aCommand('acct_a', 'good'))]);
      expect(bad).toMatchObject({ status: 500, refusal: { code: 'internal_error' }, body: null });
      expect(good.status).toBe(201);
      expect(stage.world.deadLetters).toMatchObject([{ topic: stage.world.commandTopic, reason: 'an assertion tripped' }]);
    });
  });
}
