import { elapsedMs } from './observing.contract';
import { aCommand, aReply } from './samples.contract';
import type { Stage } from './stage.contract';

/** What the port promises about replies. */
export function describeReplies(stage: Stage): void {
  describe('replies', () => {
    it('reach the right gateway of several', async () => {
      await stage.open();
      await stage.serve(async (command) => aReply(command));
      const gateways = [stage.gateway, await stage.world.gateway(), await stage.world.gateway()];
      await Promise.all(
        gateways.flatMap((one) =>
          Array.from({ length: 60 }, async (_, index) => {
            const command = aCommand(`acct_${index % 5}`);
            expect(await one.send(stage.world.commandTopic, command)).toEqual(aReply(command));
          }),
        ),
      );
    });

    it('are not disturbed by gateways that join and leave: nothing late, nothing asked twice', async () => {
      await stage.open();
      let handled = 0;
      await stage.serve(async (command) => {
        handled += 1;
        return aReply(command);
      });
      let sent = 0;
      let slowestMs = 0;
      let isBusy = true;
      const load = async (): Promise<void> => {
        while (isBusy) {
          sent += 1;
          slowestMs = Math.max(slowestMs, await elapsedMs(stage.send(aCommand(`acct_${sent}`))));
        }
      };
      const steady = Promise.all([load(), load(), load(), load()]);
      for (let turn = 0; turn < 3; turn++) {
        const passing = await stage.world.gateway();
        await passing.send(stage.world.commandTopic, aCommand());
        sent += 1;
        await stage.world.leave(passing);
      }
      isBusy = false;
      await steady;
      expect(handled).toBe(sent);
      expect(slowestMs).toBeLessThan(1_000);
    });

    it('that got lost are healed by asking again', async () => {
      await stage.open();
      const calls = new Map<string, number>();
      await stage.serve(async (command) => {
        const count = (calls.get(command.commandId) ?? 0) + 1;
        calls.set(command.commandId, count);
        if (count === 1) await stage.world.loseReply();
        return aReply(command);
      });
      const command = aCommand();
      expect(await stage.send(command)).toEqual(aReply(command));
      expect(calls.get(command.commandId)).toBeGreaterThanOrEqual(2);
    });
  });
}
