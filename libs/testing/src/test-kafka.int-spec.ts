import { brokerAnswers } from '#embedded';
import { testKafka } from './test-kafka';

describe('testKafka', () => {
  it('gives a broker that serves clients', async () => {
    expect(await brokerAnswers(testKafka().brokers)).toBe(true);
  });
});
