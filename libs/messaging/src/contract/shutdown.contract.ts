import { eventually } from '#testing';
import { BusUnavailableError } from '../bus';
import { Gate, elapsedMs } from './observing.contract';
import { aCommand, aReply, anEvent } from './samples.contract';
import type { Stage } from './stage.contract';

/** What the port promises about shutdown. */
export function describeShutdown(stage: Stage): void {
  describe('shutdown', () => {
    it('ends under two seconds although handlers never answer', async () => {
      await stage.open();
      const calls = { commands: 0, events: 0 };
      await stage.serve(() => {
        calls.commands += 1;
        return new Promise(() => undefined);
      });
      await stage.service.consumeEvents(stage.world.eventTopic, `${stage.world.eventTopic}.c`, () => {
        calls.events += 1;
        return new Promise(() => undefined);
      });
      stage.send(aCommand()).catch(() => undefined);
      stage.service.publish(stage.world.eventTopic, [anEvent(1, 1n)]).catch(() => undefined);
      await eventually(() => expect(calls).toEqual({ commands: 1, events: 1 }));
      expect(await elapsedMs(stage.service.stop())).toBeLessThan(2_000);
    });

    it('finishes what was taken: its answer still arrives', async () => {
      await stage.open();
      const gate = new Gate();
      let isTaken = false;
      const subscription = await stage.serve(async (command) => {
        isTaken = true;
        await gate.opened;
        return aReply(command);
      });
      const command = aCommand();
      const reply = stage.send(command);
      await eventually(() => expect(isTaken).toBe(true));
      const stopped = subscription.stop();
      gate.letThrough();
      expect(await reply).toEqual(aReply(command));
      expect(await elapsedMs(stopped)).toBeLessThan(2_000);
    });

    it('ends every wait: what has no answer yet gets an outcome', async () => {
      await stage.open();
      let isTaken = false;
      await stage.serve(() => {
        isTaken = true;
        return new Promise(() => undefined);
      });
      const reply = expect(stage.send(aCommand())).rejects.toThrow(/not answered/);
      await eventually(() => expect(isTaken).toBe(true));
      await stage.gateway.stop();
      await reply;
    });

    it('refuses what is sent while it stops, at once', async () => {
      await stage.open();
      let calls = 0;
      await stage.serve(() => {
        calls += 1;
        return new Promise(() => undefined);
      });
      stage.send(aCommand()).catch(() => undefined);
      await eventually(() => expect(calls).toBe(1));
      const stopped = stage.gateway.stop();
      await expect(stage.send(aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
      await stopped;
      expect(calls).toBe(1);
    });
  });
}
