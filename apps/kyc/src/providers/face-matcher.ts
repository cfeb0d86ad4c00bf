import type { VerificationReason } from '#contracts';

/** A picture that the operator keeps, by its reference: pictures travel no other way. */
export interface FaceImage {
  /** For example `selfies/4711.jpg`. At most 300 characters. */
  reference: string;
}

/** What the comparison of two faces found. Scores from 0 to 1. */
export interface FaceComparison {
  /** How alike the faces are; null when there was none to compare. */
  score: number | null;
  /** Whether the selfie shows a living person. */
  isLive: boolean;
}

/** Compares the face of a selfie with that on a document (docs/reference/identity-documents.md, Faces). */
export interface FaceMatcher {
  readonly name: string;
  matchFaces(selfie: FaceImage, document: FaceImage): Promise<FaceComparison>;
}

/** From which likeness on faces are the same, and from which a person decides (docs/reference/identity-documents.md, Faces). */
export interface FaceThresholds {
  passFrom: number;
  reviewFrom: number;
}

export const DEFAULT_FACE_THRESHOLDS: FaceThresholds = { passFrom: 0.8, reviewFrom: 0.6 };

/** What a comparison means for a verification. */
export type FaceVerdict = { verdict: 'passed' } | { verdict: 'failed' | 'review'; reason: VerificationReason };

/** A face must be there and alive before it is compared: a good likeness of a photograph is the worst of answers. */
export function assessFace({ score, isLive }: FaceComparison, thresholds: FaceThresholds = DEFAULT_FACE_THRESHOLDS): FaceVerdict {
  if (score === null) return { verdict: 'failed', reason: 'face_not_detected' };
  if (!isLive) return { verdict: 'failed', reason: 'liveness_failed' };
  if (score >= thresholds.passFrom) return { verdict: 'passed' };
  return score >= thresholds.reviewFrom
    ? { verdict: 'review', reason: 'face_partial_match' }
    : { verdict: 'failed', reason: 'face_mismatch' };
}
