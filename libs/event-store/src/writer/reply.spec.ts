import { verdictOf } from './reply';
import type { Verdict } from './append';

const stored: Verdict = { kind: 'new', position: '7' };
const conflict: Verdict = { kind: 'conflict' };
const duplicate: Verdict = {
  kind: 'duplicate',
  answer: { byKey: false, requestId: null, streamId: 'pay_1', status: 200, body: '{}', refusal: null, fingerprint: null, position: '3' },
};

describe('the verdict on a command with follow-ups', () => {
  it.each<[string, Verdict[], Verdict]>([
    ['new when all are new, with the position of the command', [stored, { kind: 'new', position: '8' }], stored],
    ['a conflict when any of them is', [stored, stored, conflict], conflict],
    ['a duplicate when the command was met before, whatever its follow-ups are', [duplicate, conflict, duplicate], duplicate],
    ['a conflict when a follow-up alone was met before', [stored, duplicate], conflict],
    ['a conflict when nothing is known', [], conflict],
  ])('is %s', (_, members, expected) => {
    expect(verdictOf(members)).toEqual(expected);
  });
});
