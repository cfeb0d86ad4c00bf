import {
  ERRORS,
  systemCommand,
  type Clock,
  type Command,
  type ErrorCode,
  type Refusal,
  type Reply,
  type TestClockError,
  type TestClockStep,
} from '#contracts';
import { derivedUuid, keyOfDue, TaskTakenError, type DueOnClock, type EventStore, type TaskRunner } from '#event-store';
import { STEPS_MAX } from '../test-clock/decide/advance';
import type { TestClockState } from '../test-clock/state';

/** After so long the next step ends the run, and another run goes on: a run has a deadline. */
const RUN_MS = 5_000;

export interface AdvanceParts {
  store: Pick<EventStore, 'submit' | 'clockStreams'>;
  clock: Clock;
}

/**
 * Works off an advance of a test clock: again and again the object that is due first is woken, in one commit with the clock that
 * comes to its time. Each step is a command whose id follows from the advance, the step and the object, so that two processes, or
 * one before and after a crash, make it once.
 */
export function advanceTestClock(parts: AdvanceParts): TaskRunner<TestClockState> {
  return async ({ snapshot: { head, state } }, signal) => {
    if (state.status !== 'advancing' || state.advance === null) throw new Error('a test clock that does not advance is due');
    const { id: advanceId, targetMs, steps } = state.advance;
    const owner = { clockId: head.streamId, accountId: head.accountId, livemode: head.livemode };
    return new Advance(parts, { ...owner, advanceId, targetMs }, steps).run(signal);
  };
}

interface AdvanceTerms extends Pick<Command, 'accountId' | 'livemode'> {
  clockId: string;
  advanceId: string;
  targetMs: number;
}

type Outcome = Awaited<ReturnType<TaskRunner>>;

/** One run of an advance. */
class Advance {
  private readonly endsAtMs: number;
  /** Those that had nothing to do when they were woken, and stay due: a stream is woken once for each of its versions. */
  private readonly unchanged = new Set<string>();
  private last = '';

  constructor(
    private readonly parts: AdvanceParts,
    private readonly terms: AdvanceTerms,
    /** Made so far. */
    private steps: number,
  ) {
    this.endsAtMs = parts.clock.monotonicMs() + RUN_MS;
  }

  /** Steps, until there is nothing left to do or the time is over. @returns the last command of the run. */
  async run(signal: AbortSignal): Promise<Outcome> {
    for (;;) {
      if (signal.aborted) throw new TaskTakenError('it was aborted', { cause: signal.reason });
      const due = this.steps < STEPS_MAX ? await this.findDue() : null;
      if (due === null) return { type: 'test_clocks.arrive', payload: this.progress() };
      const step = this.stepOf(due);
      if (this.parts.clock.monotonicMs() > this.endsAtMs) return { type: 'test_clocks.step', payload: step };
      const { refusal } = await this.send(step);
      if (refusal !== null) return { type: 'test_clocks.fail', payload: { ...this.progress(), error: errorOf(due, refusal) } };
      this.last = keyOfDue(due);
      this.steps++;
    }
  }

  private async findDue(): Promise<DueOnClock | null> {
    const { accountId, clockId, targetMs: throughMs } = this.terms;
    const due = await this.parts.store.clockStreams.findFirst({ accountId, clockId, throughMs }, this.unchanged);
    if (due === null || keyOfDue(due) !== this.last) return due;
    this.unchanged.add(this.last);
    return this.findDue();
  }

  private stepOf({ dueAtMs, streamId, version, wakeType }: DueOnClock): TestClockStep {
    return { advanceId: this.terms.advanceId, step: this.steps + 1, dueAtMs, streamId, version, wakeType };
  }

  private progress(): { advanceId: string; steps: number } {
    return { advanceId: this.terms.advanceId, steps: this.steps };
  }

  /** @throws Error where nothing is known: the next run makes the step again. */
  private async send(step: TestClockStep): Promise<Reply> {
    for (let attempt = 0; ; attempt++) {
      const reply = await this.parts.store.submit(this.commandFor(step, attempt));
      const code = reply.refusal?.code;
      // Stored under its id: the same step needs another.
      if (code === 'command_expired' && attempt < ATTEMPTS_MAX) continue;
      if (code !== undefined && PASSING.has(code)) throw new TaskTakenError(`a step was refused: ${code}`);
      if (reply.refusal === null && reply.position === null)
        throw new TaskTakenError('another process made this step, or its object has changed');
      return reply;
    }
  }

  private commandFor(step: TestClockStep, attempt: number): Command {
    const { clockId, accountId, livemode, advanceId } = this.terms;
    const { step: number, streamId, version } = step;
    return systemCommand({
      commandId: derivedUuid(`step ${clockId} ${advanceId} ${number} ${streamId} ${version} ${attempt}`),
      type: 'test_clocks.step',
      streamId: clockId,
      ...{ accountId, livemode },
      correlationId: advanceId,
      actorId: 'test_clock',
      nowMs: this.parts.clock.nowMs(),
      payload: step,
    });
  }
}

const ATTEMPTS_MAX = 5;
/** Refusals that say nothing about the object. */
export const PASSING: ReadonlySet<ErrorCode> = new Set(['lock_timeout', 'command_expired', 'service_unavailable', 'outcome_unknown']);

function errorOf({ streamId: objectId }: DueOnClock, { code, details }: Refusal): TestClockError {
  return { objectId, code, message: details?.message ?? ERRORS[code].message };
}
