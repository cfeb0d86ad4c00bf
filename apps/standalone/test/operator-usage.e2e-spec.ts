import { hundiUnderTest } from '#testing';
import { runProgram } from './run-program';

jest.setTimeout(120_000);

describe('--help', () => {
  it.each([
    ...['dead-letters', 'events-tail', 'kafka-acls', 'kafka-topics', 'keys', 'kyc-hold', 'kyc-review', 'log-epoch', 'rebuild-view'],
    ...['rewrap-keys', 'unsettled', 'verify-chain', 'webhook-endpoint'],
  ])('of %s says how it is called, and does nothing', async (name) => {
    const printed = await runProgram(`operator/${name}.js`, ['--help'], {
      HUNDI_DATA_DIR: '/nowhere',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/no',
    });
    expect(printed).toMatch(new RegExp(`^Usage:\\s+npm run ${name.replace('events-tail', 'events:tail')}`));
  });
});

describe('npm run unsettled', () => {
  it.each([
    [['resolve', 'rfnd_1', '--as', 'processed'], 'Say why with --note'],
    [['resolve', 'rfnd_1', '--as', 'captured', '--note', 'x'], '--as is one of processed, failed'],
    [['resolve', 'pay_000000000000000000000000', '--as', 'not_captured', '--note', 'x'], 'There is no payment or refund'],
    [['look'], 'Usage:'],
  ])('complains about %j', async (parameters, explanation) => {
    await expect(runProgram('operator/unsettled.js', parameters, { HUNDI_DATA_DIR: hundiUnderTest().dataDir })).rejects.toThrow(
      explanation,
    );
  });
});

describe('npm run webhook-endpoint', () => {
  it.each([
    [['disable', 'we_1'], 'Say why with --note'],
    [['disable', 'we_000000000000000000000000', '--note', 'x'], 'There is no webhook endpoint'],
    [['look'], 'Usage:'],
  ])('complains about %j', async (parameters, explanation) => {
    await expect(runProgram('operator/webhook-endpoint.js', parameters, { HUNDI_DATA_DIR: hundiUnderTest().dataDir })).rejects.toThrow(
      explanation,
    );
  });
});

describe('what operators say of verifications', () => {
  it.each([
    [['decide', 'kyc_1', '--as', 'verified'], 'Say why with --note'],
    [['decide', 'kyc_1', '--as', 'maybe', '--note', 'x'], '--as is one of verified, rejected'],
    [['show', 'kyc_000000000000000000000000', '--note', 'x'], 'There is no verification'],
    [['look'], 'Usage:'],
  ])('npm run kyc-review complains about %j', (parameters, explanation) =>
    expect(runProgram('operator/kyc-review.js', parameters, { HUNDI_DATA_DIR: hundiUnderTest().dataDir })).rejects.toThrow(explanation),
  );
  it.each([
    [['set', 'kyc_000000000000000000000000'], 'Usage:'],
    [['set', 'kyc_000000000000000000000000', '--reason', 'case 7'], 'There is no verification'],
    [['lift', 'kyc_1', '--why', 'x'], 'Usage:'],
  ])('npm run kyc-hold complains about %j', (parameters, explanation) =>
    expect(runProgram('operator/kyc-hold.js', parameters, { HUNDI_DATA_DIR: hundiUnderTest().dataDir })).rejects.toThrow(explanation),
  );
});
