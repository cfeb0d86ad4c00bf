import type { VerificationReason } from '#contracts';

const GST_STATUS: readonly (readonly [RegExp, VerificationReason])[] = [
  [/^cancel/i, 'document_cancelled'],
  [/^suspend/i, 'document_suspended'],
  [/^(inactive|provisional)/i, 'document_deactivated'],
];

/** Why a registration of the GST register is none any more; undefined for one that is active. */
export function gstReason(status: string | undefined): VerificationReason | undefined {
  return GST_STATUS.find(([pattern]) => pattern.test(status ?? ''))?.[1];
}
