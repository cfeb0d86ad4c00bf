/** Under whose key everything personal of one verification is sealed: its own, so that it can be erased by itself. */
export function recordSubjectOf({ accountId, verificationId }: { accountId: string; verificationId: string }): {
  accountId: string;
  id: string;
} {
  return { accountId, id: verificationId };
}
