import { EventStream, type EventStreamParts } from './event-stream';

/** A feed whose next part comes with what is done while its reader waits. */
function streamThat(whileWaiting: () => void, isAllowed: () => boolean): EventStream {
  const caller: EventStreamParts['caller'] = {
    accountId: 'acct_1',
    livemode: false,
    keyId: 'key_1',
    kind: 'secret',
    scopes: [],
    addresses: null,
    rules: { requestLogDays: 7 },
  };
  return new EventStream({
    caller,
    queries: {
      get: () => Promise.reject(new Error('a stream follows')),
      follow: () => {
        whileWaiting();
        return Promise.resolve({ text: 'id: 8\ndata: {}\n\n', headers: { 'feed-position': '8' } });
      },
    },
    personalData: { unseal: (text) => text },
    types: null,
    endsAtMs: 1_000,
    nowMs: () => 0,
    isAllowed: () => Promise.resolve(isAllowed()),
    signal: new AbortController().signal,
    onEnd: () => undefined,
  });
}

describe('an event stream', () => {
  it('shows nothing that happened after its key was revoked, also when it was waiting already', async () => {
    let isRevoked = false;
    const stream = streamThat(
      () => (isRevoked = true),
      () => !isRevoked,
    );
    await stream.begin('7');
    const shown: string[] = [];
    for await (const part of stream.chunks()) shown.push(part);
    expect(shown).toEqual([': connected\nid: 7\n\n']);
  });
});
