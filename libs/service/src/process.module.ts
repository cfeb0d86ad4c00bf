import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Clock, Random } from '#contracts';
import { NearObjects } from '#listing';
import { BusClient } from '#messaging';
import { PersonalData } from '#personal-data';
import type { AppDeps } from './app';
import { Health } from './health';
import { Metrics } from './metrics/metrics';

/** Injection token of the log of the app. */
export const LOGGER = Symbol('logger');

/** What every app gets from its process, for all of its modules. Nothing of it is closed by the app. */
@Global()
@Module({})
export class ProcessModule {
  /** @param own what else all modules of this app use, such as its configuration. */
  static with({ bus, clock, random, logger, health, metrics, personalData, nearObjects }: AppDeps, own: Provider[] = []): DynamicModule {
    const providers: Provider[] = [
      { provide: BusClient, useValue: new BusClient(bus) },
      { provide: Clock, useValue: clock },
      { provide: Random, useValue: random },
      { provide: LOGGER, useValue: logger },
      { provide: Health, useValue: health },
      { provide: Metrics, useValue: metrics },
      { provide: PersonalData, useValue: personalData },
      { provide: NearObjects, useValue: nearObjects ?? new NearObjects() },
      ...own,
    ];
    return { module: ProcessModule, providers, exports: providers };
  }
}
