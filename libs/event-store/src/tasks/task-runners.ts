import type { TaskRunner } from './task';

/** The runners that a service registered, by the name of their task. */
export class TaskRunners {
  private readonly byName = new Map<string, TaskRunner>();

  /** @throws Error when a name is taken. */
  add(runners: Readonly<Record<string, TaskRunner>>): void {
    for (const [name, runner] of Object.entries(runners)) {
      if (this.byName.has(name)) throw new Error(`two runners for the task ${name}`);
      this.byName.set(name, runner);
    }
  }

  find(name: string): TaskRunner | undefined {
    return this.byName.get(name);
  }
}
