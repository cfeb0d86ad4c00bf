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

describe('a command of operators that is not complete', () => {
  it.each([
    ['unsettled', ['resolve', 'rfnd_1', '--as', 'processed'], 'Say why with --note'],
    ['unsettled', ['resolve', 'rfnd_1', '--as', 'captured', '--note', 'x'], '--as is one of processed, failed'],
    ['unsettled', ['resolve', 'pay_000000000000000000000000', '--as', 'not_captured', '--note', 'x'], 'There is no payment or refund'],
    ['unsettled', ['look'], 'Usage:'],
    ['webhook-endpoint', ['disable', 'we_1'], 'Say why with --note'],
    ['webhook-endpoint', ['disable', 'we_000000000000000000000000', '--note', 'x'], 'There is no webhook endpoint'],
    ['webhook-endpoint', ['look'], 'Usage:'],
    ['kyc-review', ['decide', 'kyc_1', '--as', 'verified'], 'Say why with --note'],
    ['kyc-review', ['decide', 'kyc_1', '--as', 'maybe', '--note', 'x'], '--as is one of verified, rejected'],
    ['kyc-review', ['show', 'kyc_000000000000000000000000', '--note', 'x'], 'There is no verification'],
    ['kyc-review', ['look'], 'Usage:'],
    ['kyc-hold', ['set', 'kyc_000000000000000000000000'], 'Usage:'],
    ['kyc-hold', ['set', 'kyc_000000000000000000000000', '--reason', 'case 7'], 'There is no verification'],
    ['kyc-hold', ['lift', 'kyc_1', '--why', 'x'], 'Usage:'],
  ])('npm run %s complains about %j', (name, parameters, explanation) =>
    expect(runProgram(`operator/${name}.js`, parameters, { HUNDI_DATA_DIR: hundiUnderTest().dataDir })).rejects.toThrow(explanation),
  );
});
