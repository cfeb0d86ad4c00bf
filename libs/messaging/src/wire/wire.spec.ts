import { aCommand, aReply, anEvent } from '../contract/samples.contract';
import { decodeCommand, encodeCommand } from './command-wire';
import { ReceivedEvent, eventHeaders, type EventSource } from './event-wire';
import { decodeReply, encodeReply } from './reply-wire';
import { MESSAGE_BYTES_MAX, UndecodableError } from './undecodable';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('a command on the wire', () => {
  it('is read as it was written, whatever its payload', () => {
    const command = aCommand('acct_1', { nested: { text: '₹ \u{1F600}', list: [1, null, true] } });
    expect(decodeCommand(Buffer.from(encodeCommand(command)))).toEqual(command);
    const bare = { ...command, idempotency: null, requestId: null, causationId: null, payload: null };
    expect(decodeCommand(bytes(bare))).toEqual(bare);
    expect(decodeCommand(bytes({ ...bare, dryRun: true }))).toEqual({ ...bare, dryRun: true });
  });

  it.each(['commandId', 'type', 'streamId', 'accountId', 'correlationId', 'livemode', 'issuedAtMs', 'deadlineAtMs', 'payload', 'actor'])(
    'is refused without its %s, and the reason names the field',
    (field) => {
      const broken: Record<string, unknown> = { ...aCommand() };
      delete broken[field];
      expect(() => decodeCommand(bytes(broken))).toThrow(`the field ${field} is missing or malformed`);
    },
  );

  it.each([
    ['commandId', ''],
    ['commandId', 7],
    ['streamId', 'x'.repeat(256)],
    ['livemode', 'true'],
    ['deadlineAtMs', 1.5],
    ['deadlineAtMs', -1],
    ['actor', []],
    ['idempotency', {}],
    ['idempotency', undefined],
    ['requestId', 5],
    ['dryRun', false],
    ['dryRun', 'true'],
  ])('is refused with %s = %j', (field, value) => {
    expect(() => decodeCommand(bytes({ ...aCommand(), [field]: value }))).toThrow(UndecodableError);
  });

  it.each([
    ['nothing', null],
    ['an empty value', Buffer.alloc(0)],
    ['a text that is not JSON', Buffer.from('{')],
    ['an array', Buffer.from('[]')],
    ['a number', Buffer.from('7')],
    ['a value beyond the bound', Buffer.alloc(MESSAGE_BYTES_MAX + 1, 0x20)],
  ])('is refused when it is %s', (_what, value) => {
    expect(() => decodeCommand(value)).toThrow(UndecodableError);
  });

  it('names no value in the reason, for the reason is logged', () => {
    expect(() => decodeCommand(bytes({ ...aCommand(), actor: { kind: 'api_key', id: { secret: 'sk_live_1' }, address: null } }))).toThrow(
      /^Undecodable message: the field actor\.id is missing or malformed$/,
    );
  });
});

describe('a reply on the wire', () => {
  it('is read as it was written, its body equal to the byte', () => {
    const reply = aReply(aCommand());
    expect(decodeReply(Buffer.from(encodeReply(reply)))).toEqual(reply);
  });

  it.each([
    ['status', '201'],
    ['body', {}],
    ['replayed', null],
    ['refusal', { code: '' }],
    ['position', 7],
  ])('is refused with %s = %j', (field, value) => {
    expect(() => decodeReply(bytes({ ...aReply(aCommand()), [field]: value }))).toThrow(UndecodableError);
  });
});

const decodeEvent = (source: EventSource): ReceivedEvent => new ReceivedEvent(source);

describe('an event on the wire', () => {
  const event = anEvent(63, 9_007_199_254_740_993n);
  const headers = (): Record<string, string> => eventHeaders(event);
  const message = (changed: Record<string, string> = {}) => ({
    key: Buffer.from(event.key),
    value: Buffer.from(event.value),
    headers: { ...headers(), ...changed },
  });

  it('is read as it was written, positions beyond 2^53 included', () => {
    const { key, shard, position, prev, epoch, cloudEvent, value } = decodeEvent(message());
    expect({ key, shard, position, prev, epoch, cloudEvent, value }).toEqual(event);
  });

  it('is read without an epoch when its publisher writes none, and not with a part of it', () => {
    const { epoch: _epoch, ...without } = event;
    expect(decodeEvent({ ...message(), headers: eventHeaders(without) }).epoch).toBeUndefined();
    expect(() => decodeEvent(message({ prev_epoch: '' }))).toThrow('the header prev_epoch is missing');
  });

  it.each(['ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time', 'shard', 'position', 'prev'])(
    'is refused without the header %s',
    (name) => {
      const left = message();
      delete (left.headers as Record<string, string>)[name];
      expect(() => decodeEvent(left)).toThrow(`the header ${name} is missing`);
    },
  );

  it.each([
    ['ce_specversion', '0.3'],
    ['shard', '64'],
    ['shard', '-1'],
    ['position', '1e3'],
    ['prev', ''],
  ])('is refused with the header %s = "%s"', (name, value) => {
    expect(() => decodeEvent(message({ [name]: value }))).toThrow(UndecodableError);
  });

  it('is refused without a key or with a value that is not an object', () => {
    expect(() => decodeEvent({ ...message(), key: null })).toThrow(UndecodableError);
    expect(() => decodeEvent({ ...message(), value: Buffer.from('"text"') })).toThrow(UndecodableError);
  });
});
