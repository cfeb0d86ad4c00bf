import { IsInt, Max, Min } from 'class-validator';
import { TracingConfig } from './tracing-config';

const DAY_MS = 86_400_000;

/** How long a process waits at its start, and at its end. */
export class LifecycleConfig extends TracingConfig {
  /** How long a start or a migration waits for Postgres before it ends, in milliseconds. Ten minutes: a recovery after a crash is shorter, as a rule. */
  @IsInt()
  @Min(0)
  @Max(DAY_MS)
  startWaitMs: number = 600_000;

  /** What a process may take from SIGTERM to its end, in milliseconds; after that it ends hard. */
  @IsInt()
  @Min(1_000)
  @Max(600_000)
  shutdownGraceMs: number = 5_000;
}
