import { FixedClock } from '#testing';
import { ServicesAway } from './services-away';

describe('services that do not answer', () => {
  const clock = new FixedClock();
  let lines: string[];
  let away: ServicesAway;
  beforeEach(() => {
    lines = [];
    const log = (level: string) => (_fields: unknown, text?: string) => void lines.push(`${level} ${text}`);
    const logger = { warn: log('warn'), info: log('info') } as unknown as ConstructorParameters<typeof ServicesAway>[1]['logger'];
    away = new ServicesAway('audit log', { logger, clock });
  });

  it('are logged once when it lasts, and when it is over', () => {
    for (let tries = 0; tries < 40; tries++) {
      away.add('kyc', new Error('503'));
      clock.advanceMs(1_000);
    }
    expect([away.isEmpty, lines]).toEqual([false, ['warn audit log behind a service, retrying']]);
    away.remove('kyc');
    expect([away.isEmpty, lines[1]]).toEqual([true, 'info audit log up to date with the service again']);
  });

  it('are not logged while they start', () => {
    for (let tries = 0; tries < 10; tries++) {
      away.add('kyc', new Error('503'));
      clock.advanceMs(1_000);
    }
    away.remove('kyc');
    away.remove('payments');
    expect([away.isEmpty, lines]).toEqual([true, []]);
  });
});
