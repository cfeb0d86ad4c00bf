/** The address callers use. Known from the configuration, or else only once the server listens. */
export class PublicUrl {
  private value: string;

  constructor(configured: string | undefined) {
    this.value = withoutSlash(configured ?? '');
  }

  /** Takes the address the server listens on, unless one was configured. */
  listenOn(url: string): void {
    if (this.value === '') this.value = withoutSlash(url);
  }

  toString(): string {
    return this.value;
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
