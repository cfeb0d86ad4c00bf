import { failureOf } from './call-failure';
import { PartnerHttp } from './partner-http';
import { FakeServer, type FakeReply } from '#testing';

/** A partner that takes every request and answers 200. */
class Partner extends FakeServer {
  protected answer = (): FakeReply => ({ status: 200, body: {} });
  protected refusal = (status: number): FakeReply => ({ status, body: {} });
}

const failed = (code: string, syscall?: string): Error =>
  Object.assign(new Error(code), { code, ...(syscall !== undefined && { syscall }) });

describe('a call that brought no answer', () => {
  it.each([
    ['ECONNREFUSED', 'connect'],
    ['ENOTFOUND', 'getaddrinfo'],
    ['EHOSTUNREACH', 'connect'],
    ['ENETUNREACH', 'connect'],
    ['EHOSTUNREACH', 'getaddrinfo'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined],
  ])('was certainly not sent after %s of %p', (code, syscall) => expect(failureOf(failed(code, syscall)).failure).toBe('not_sent'));

  it.each([
    ['EHOSTUNREACH', 'read'],
    ['EHOSTUNREACH', 'write'],
    ['ENETUNREACH', 'read'],
    ['ENETUNREACH', undefined],
    ['ECONNRESET', 'read'],
    ['UND_ERR_SOCKET', undefined],
  ])('may have arrived after %s of %p: the connection stood', (code, syscall) =>
    expect(failureOf(failed(code, syscall)).failure).toBe('unanswered'),
  );

  it('was certainly not sent when no address of the host could be connected to', () => {
    const errors = [failed('EHOSTUNREACH', 'connect'), failed('ENETUNREACH', 'connect')];
    expect(failureOf(Object.assign(new AggregateError(errors), { code: 'EHOSTUNREACH' })).failure).toBe('not_sent');
  });

  it('because its caller gave it up, says nothing about the partner: calls are not held back', async () => {
    const partner = new Partner();
    await partner.start();
    const circuit: boolean[] = [];
    const http = new PartnerHttp({ baseUrl: partner.url, headers: {}, onCircuit: (isOpen) => circuit.push(isOpen) });
    const call = (signal: AbortSignal) => http.call({ operation: 'ask', method: 'POST', path: '/', signal });
    for (let index = 0; index < 6; index++) {
      partner.failNext('hang');
      const given = new AbortController();
      setTimeout(() => given.abort(new Error('the partition was handed on')), 5);
      await expect(call(AbortSignal.any([given.signal, AbortSignal.timeout(5_000)]))).rejects.toMatchObject({ failure: 'unanswered' });
    }
    partner.reset();
    expect((await call(AbortSignal.timeout(5_000))).status).toBe(200);
    expect(circuit).toEqual([]);
    await http.close();
    await partner.stop();
  });
});
