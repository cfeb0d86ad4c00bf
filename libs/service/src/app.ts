import type { Clock, Random } from '#contracts';
import type { NearObjects } from '#listing';
import type { Bus } from '#messaging';
import type { PersonalData } from '#personal-data';
import type { Health } from './health';
import type { Logger } from './log/logger';
import type { Metrics } from './metrics/metrics';
import type { StartDoor } from './start-door';
import type { Tracing } from './traces/tracing';

/** An app that answers. `stop()` finishes what was taken, lets go of everything and may be called twice. */
export interface RunningApp {
  /** Where the app answers, for example `http://127.0.0.1:4100`, without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** What an app gets from the process it runs in: alone in distributed mode, shared by four in embedded mode. */
export interface AppDeps {
  bus: Bus;
  logger: Logger;
  clock: Clock;
  random: Random;
  health: Health;
  metrics: Metrics;
  /** Encrypts and decrypts; closed by its opener. */
  personalData: PersonalData;
  /** Where the apps of this process show each other their objects; without it they ask over internal HTTP. */
  nearObjects?: NearObjects | undefined;
  /** Undefined where no collector is configured. */
  tracing?: Tracing | undefined;
  /** Answers probes on the internal port until the app's own server does; a process that runs several apps has none. */
  startDoor?: StartDoor | undefined;
  /** Shows a line to the person at the terminal of this process; none where the output is a log. */
  terminal?: ((line: string) => void) | undefined;
}

/** What an event store is made of beside its settings. */
export type StoreDeps = Pick<AppDeps, 'clock' | 'random' | 'logger' | 'metrics'>;
