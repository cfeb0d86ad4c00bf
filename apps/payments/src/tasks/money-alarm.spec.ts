import { begun, byItself, created, given } from '../../test/network-histories';
import { AMOUNT, NOW_MS } from '../../test/payment-histories';
import type { PaymentEvent } from '../payment/events';
import { MoneyAlarm } from './money-alarm';

const ID = 'pay_0QvAb12c07ABCDEFGHIJKLMN';

describe('the alarm over money', () => {
  const paid = { state: 'captured', amount: AMOUNT, currency: 'INR', refs: {}, rawStatus: 'captured', occurredAtMs: NOW_MS } as const;
  const reported = (processorRef: string, history: readonly PaymentEvent[], attempt = 1): string[] => {
    const alarms: string[] = [];
    const inc = (): void => void alarms.push(processorRef);
    const alarm = new MoneyAlarm({ logger: { error: () => undefined }, mismatches: { inc: () => undefined }, secondPayments: { inc } });
    alarm.check({ ...paid, processorRef }, { paymentId: ID, processor: 'acquirer', attempt, state: given(history).state });
    return alarms;
  };
  const captured = [created(), begun(), ...given([created(), begun()]).when(byItself('captured')).events];

  it('is raised when one attempt was paid twice, once for each payment that is one too many', () => {
    expect(reported('acq_2', captured)).toEqual(['acq_2']);
    expect(reported('acq_2', [...captured, ...given(captured).when(byItself('captured', { reference: 'acq_2' })).events])).toEqual([]);
  });

  it('is not raised by the payment that counts, nor by one of another attempt', () => {
    expect(reported('acq_1', captured)).toEqual([]);
    expect(reported('acq_2', captured, 2)).toEqual([]);
    expect(reported('acq_2', [created(), begun()])).toEqual([]);
  });
});
