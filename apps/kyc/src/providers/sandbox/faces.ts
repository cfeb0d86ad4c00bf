import type { FaceComparison, FaceImage, FaceMatcher } from '../face-matcher';

/** What the sandbox sees in a selfie, by the name of the file. */
const BY_FILE: Readonly<Record<string, FaceComparison>> = {
  'face-match.jpg': { score: 0.97, isLive: true },
  'face-nomatch.jpg': { score: 0.21, isLive: true },
  'face-review.jpg': { score: 0.68, isLive: true },
  'face-spoof.jpg': { score: 0.97, isLive: false },
  'face-none.jpg': { score: null, isLive: false },
};

/** A face that the table does not name is the right one. */
const ORDINARY: FaceComparison = { score: 0.97, isLive: true };

/** The sandbox's answers on faces: a function of the selfie's name. */
export class SandboxFaces implements FaceMatcher {
  readonly name = 'sandbox';

  matchFaces(selfie: FaceImage): Promise<FaceComparison> {
    const file = selfie.reference.split('/').at(-1) ?? '';
    return Promise.resolve((Object.hasOwn(BY_FILE, file) ? BY_FILE[file] : undefined) ?? ORDINARY);
  }
}
