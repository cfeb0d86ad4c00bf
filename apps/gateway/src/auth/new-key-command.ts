interface KeyOwner {
  accountId: string;
  livemode: boolean;
}

/** The command of an operator that makes a key of an account, in quotes, as it can be run. @param scopes of a restricted key; none of a secret one. */
export function newKeyCommand({ accountId, livemode }: KeyOwner, scopes: readonly string[] = []): string {
  const restriction = scopes.length === 0 ? '' : ` --scopes ${scopes.join()}`;
  return `"npm run keys -- create --mode ${livemode ? 'live' : 'test'} --account ${accountId}${restriction}"`;
}
