/** The address of a path of this origin; the start page for anything else. */
export function ownPath(path: string, origin: string): string {
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  return url?.origin === origin ? url.href : new URL('/dashboard', origin).href;
}
