import { TOKENS, anEvent } from '../contract/samples.contract';
import { EVENT_HEADERS, eventHeaders } from './event-wire';
import { ForgedMessageError, MAC_HEADER, MessageMacs, type AuthenticatedMessage, type MessageKind } from './message-mac';

const macs = new MessageMacs(TOKENS);
const headers = {
  ...eventHeaders(anEvent(3, 7n)),
  reply_partition: '5',
  gateway_epoch: 'epoch',
};
const message: AuthenticatedMessage = { topic: 'payments.commands', partition: 3, key: 'pay_1', headers, value: '{"amount":1}' };
const signed = (kind: MessageKind, by = macs): AuthenticatedMessage => ({
  ...message,
  headers: { ...headers, [MAC_HEADER]: by.macOf(kind, message) },
});
const KINDS: MessageKind[] = ['command', 'reply', 'event'];

describe('the authentication code of a message', () => {
  it.each(KINDS)('of kind %s is accepted by every process with the same token, as bytes as well as as text', (kind) => {
    const sent = signed(kind);
    const received = { ...sent, key: Buffer.from('pay_1'), value: Buffer.from('{"amount":1}') };
    expect(() => new MessageMacs(TOKENS).verify(kind, received)).not.toThrow();
  });

  it.each<[string, Partial<AuthenticatedMessage>]>([
    ['topic', { topic: 'kyc.commands' }],
    ['partition', { partition: 4 }],
    ['key', { key: 'pay_2' }],
    ['missing key', { key: null }],
    ['value', { value: '{"amount":2}' }],
    ['empty value', { value: null }],
  ])('does not fit another %s', (_part, change) => {
    for (const kind of KINDS) expect(() => macs.verify(kind, { ...signed(kind), ...change })).toThrow(ForgedMessageError);
  });

  it.each(['reply_partition', 'gateway_epoch'])('of a command does not fit another header %s', (name) => {
    const sent = signed('command');
    expect(() => macs.verify('command', { ...sent, headers: { ...sent.headers, [name]: 'other' } })).toThrow(ForgedMessageError);
  });

  it.each(EVENT_HEADERS)('of an event does not fit another header %s', (name) => {
    const sent = signed('event');
    expect(() => macs.verify('event', { ...sent, headers: { ...sent.headers, [name]: 'other' } })).toThrow(ForgedMessageError);
  });

  it('of an event is over every header that is written', () => {
    expect(Object.keys(eventHeaders(anEvent(3, 7n))).toSorted()).toEqual(EVENT_HEADERS.toSorted());
  });

  it('of one kind is none of another', () => {
    const { headers: withCode } = signed('command');
    expect(() => macs.verify('reply', { ...message, headers: withCode })).toThrow(ForgedMessageError);
  });

  it('keeps the parts apart: nothing moves from one to the next', () => {
    const one = macs.macOf('reply', { ...message, key: 'a","b', headers: {} });
    const other = macs.macOf('reply', { ...message, key: 'a', headers: { gateway_epoch: 'b' } });
    expect(one).not.toBe(other);
  });

  it.each([
    ['there is none', undefined, 'the message is not signed: it has no header mac'],
    ['it is empty', '', 'the signature in the header mac is wrong'],
    ['it is cut', 'AAAA', 'the signature in the header mac is wrong'],
  ])('says so when %s', (_case, mac, reason) => {
    const sent = { ...message, headers: mac === undefined ? headers : { ...headers, mac } };
    expect(() => macs.verify('command', sent)).toThrow(expect.objectContaining({ reason }));
  });

  it('is made by the first token and accepted by all: tokens change one process after another', () => {
    const [old, both, turned, fresh] = [['old-token'], ['old-token', 'new-token'], ['new-token', 'old-token'], ['new-token']].map(
      (tokens) => new MessageMacs(tokens),
    ) as [MessageMacs, MessageMacs, MessageMacs, MessageMacs];
    for (const [sender, receiver] of [
      [old, both],
      [both, old],
      [both, turned],
      [turned, both],
      [turned, fresh],
      [fresh, turned],
    ] as const)
      expect(() => receiver.verify('command', signed('command', sender))).not.toThrow();
    expect(() => fresh.verify('command', signed('command', old))).toThrow(ForgedMessageError);
  });
});
