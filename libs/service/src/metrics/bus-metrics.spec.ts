import { observeBus } from './bus-metrics';
import { Metrics } from './metrics';

describe('what the bus tells its observer', () => {
  it('is counted from 0 on: a rule with increase() sees the first message too', async () => {
    const metrics = new Metrics();
    const observer = observeBus(metrics);
    const shown = async (): Promise<string[]> =>
      (await metrics.expose()).text.split('\n').filter((line) => /^hundi_bus_(?:dead|forged)/.test(line));
    observer.consuming('payments.commands', 'payments.commands');
    observer.consuming('payments.events', 'webhooks');
    observer.consuming('gateway.replies', null);
    const first = [
      'hundi_bus_dead_letters_total{topic="payments.commands",consumer="payments.commands"} 0',
      'hundi_bus_dead_letters_total{topic="payments.events",consumer="webhooks"} 0',
      'hundi_bus_forged_messages_total{topic="payments.commands"} 0',
      'hundi_bus_forged_messages_total{topic="payments.events"} 0',
      'hundi_bus_forged_messages_total{topic="gateway.replies"} 0',
    ];
    expect(await shown()).toEqual(first);
    observer.forged('gateway.replies');
    observer.consuming('gateway.replies', null);
    expect(await shown()).toEqual([...first.slice(0, -1), 'hundi_bus_forged_messages_total{topic="gateway.replies"} 1']);
    metrics.registry.clear();
  });

  it('is in the metrics that alarms are made of', async () => {
    const metrics = new Metrics();
    const observer = observeBus(metrics);
    observer.deadLettered({ topic: 'payments.commands', consumer: 'payments.commands', reason: 'too large', key: null });
    observer.forged('gateway.replies');
    observer.settled('payments.commands', 3, 8n, 5n);
    const { text } = await metrics.expose();
    metrics.registry.clear();
    for (const line of [
      'hundi_bus_dead_letters_total{topic="payments.commands",consumer="payments.commands"} 1',
      'hundi_bus_forged_messages_total{topic="gateway.replies"} 1',
      'hundi_bus_unsettled_messages{topic="payments.commands",partition="3"} 5',
    ])
      expect(text).toContain(line);
  });
});
