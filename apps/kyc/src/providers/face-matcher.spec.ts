import fc from 'fast-check';
import { DEFAULT_FACE_THRESHOLDS, assessFace, type FaceMatcher } from './face-matcher';
import { SandboxFaces } from './sandbox/faces';

const sandbox: FaceMatcher = new SandboxFaces();
const DOCUMENT = { reference: 'documents/1.jpg' };
const words = (verdict: ReturnType<typeof assessFace>): string =>
  'reason' in verdict ? `${verdict.verdict} ${verdict.reason}` : verdict.verdict;

it.each([
  ['face-match.jpg', 'passed'],
  ['selfies/face-nomatch.jpg', 'failed face_mismatch'],
  ['face-review.jpg', 'review face_partial_match'],
  ['face-spoof.jpg', 'failed liveness_failed'],
  ['face-none.jpg', 'failed face_not_detected'],
  ['of-a-merchant.jpg', 'passed'],
  ['toString', 'passed'],
])('the sandbox sees in %s: %s', async (reference, expected) => {
  expect(words(assessFace(await sandbox.matchFaces({ reference }, DOCUMENT)))).toBe(expected);
});

it.each([
  [1, 'passed'],
  [0.8, 'passed'],
  [0.79, 'review face_partial_match'],
  [0.6, 'review face_partial_match'],
  [0.59, 'failed face_mismatch'],
  [0, 'failed face_mismatch'],
])('a likeness of %d: %s', (score, expected) => expect(words(assessFace({ score, isLive: true }))).toBe(expected));

it('a face passes only with liveness, and a better likeness never has a worse result', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  const rank = { failed: 0, review: 1, passed: 2 };
  fc.assert(fc.property(score, (one) => assessFace({ score: one, isLive: false }).verdict === 'failed'));
  fc.assert(
    fc.property(score, score, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)].map(
        (value) => rank[assessFace({ score: value, isLive: true }).verdict],
      );
      expect(high).toBeGreaterThanOrEqual(low ?? 0);
    }),
  );
});

it('takes the thresholds of the operator', () => {
  expect(words(assessFace({ score: 0.75, isLive: true }, { ...DEFAULT_FACE_THRESHOLDS, passFrom: 0.75 }))).toBe('passed');
});
