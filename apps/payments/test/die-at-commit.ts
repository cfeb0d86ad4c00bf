import { Client } from 'pg';
import { EventStore } from '#event-store';

/** A step on the way of an event: in its transaction, once that is committed, and at its publication. */
export const DEATHS = ['before-commit', 'after-commit-before-reply', 'before-relay', 'after-relay'] as const;

export interface DeathAt {
  step: (typeof DEATHS)[number];
  /** Of an event that takes this step. */
  eventType: string;
  /** The how many-th commit or publication that has one. */
  hit: number;
}

/** Statements of the store bring a callback; the others are answered by a promise. */
type Ask = (statement: unknown, ...rest: unknown[]) => Promise<unknown>;

/** This process kills itself with SIGKILL at that step. */
export function dieAt({ step, eventType, hit }: DeathAt): void {
  let hits = 0;
  const dies = (): boolean => ++hits === hit;
  if (step === 'before-relay' || step === 'after-relay') dieAtRelay(step, eventType, dies);
  else dieAtAppend(step, eventType, dies);
}

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

/** The append is a transaction of its own: opened by hand, it is not committed when the process dies. */
function dieAtAppend(step: DeathAt['step'], eventType: string, dies: () => boolean): void {
  const prototype = Client.prototype as unknown as { query: Ask };
  const { query } = prototype;
  prototype.query = function (statement, ...rest) {
    const ask: Ask = (...parameters) => query.apply(this, parameters);
    if (!appends(statement, eventType) || !dies()) return ask(statement, ...rest);
    const opened = step === 'before-commit' ? ask('BEGIN') : Promise.resolve();
    return opened.then(() => new Promise((answered) => void ask(statement, answered))).then(die);
  };
}

function appends(statement: unknown, eventType: string): boolean {
  const { name, values = [] } = (statement ?? {}) as { name?: string; values?: unknown[] };
  return name === 'hundi_append' && values.some((value) => typeof value === 'string' && value.split('\x1f').includes(eventType));
}

function dieAtRelay(step: DeathAt['step'], eventType: string, dies: () => boolean): void {
  const { startRelay } = EventStore.prototype;
  EventStore.prototype.startRelay = function (publish, ...rest) {
    const dying: typeof publish = async (messages) => {
      const isHere = messages.some(({ cloudEvent }) => cloudEvent.type.endsWith(eventType)) && dies();
      if (isHere && step === 'before-relay') return die();
      await publish(messages);
      return isHere ? die() : undefined;
    };
    return startRelay.call(this, dying, ...rest);
  };
}
