/** The hint of a `resource_missing` about an object that the account has in its other mode: mixing modes is a common mistake. @param livemode of the caller. */
export function otherModeHint(livemode: boolean): string {
  const there = livemode ? 'test' : 'live';
  return `The object exists in ${there} mode. Use a ${there} key.`;
}
