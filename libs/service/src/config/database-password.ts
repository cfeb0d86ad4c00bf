const URL_NAME = /DATABASE_URL$/;

/** `DATABASE_PASSWORD` for `DATABASE_URL`, `KYC_DATABASE_PASSWORD` for `KYC_DATABASE_URL`; undefined for any other variable. */
export function passwordVariableOf(name: string): string | undefined {
  return URL_NAME.test(name) ? name.replace(URL_NAME, 'DATABASE_PASSWORD') : undefined;
}

/**
 * A database URL with the password that was given beside it, as it is: no character needs escaping there.
 *
 * @returns what is wrong, without the password.
 */
export function withPassword(name: string, url: string, password: string): { url: string } | { problem: string } {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return { url };
  }
  if (parsed.password !== '' || parsed.searchParams.has('password'))
    return { problem: `has a password, and ${passwordVariableOf(name)} is set: which one is meant?` };
  parsed.password = encodeURIComponent(password);
  return { url: parsed.toString() };
}
