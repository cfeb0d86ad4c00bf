/** Bytes of a body that are read before the connection is destroyed. */
const BODY_READ_BYTES_MAX = 65_536;
/** Bytes of a body that are kept. */
const BODY_KEPT_BYTES_MAX = 16_384;
const HEADER_VALUE_LENGTH_MAX = 1_024;

/** Headers of an answer that help to find out what went wrong. Cookies are never kept. */
const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'content-encoding',
  'date',
  'server',
  'via',
  'location',
  'allow',
  'retry-after',
  'x-request-id',
  'request-id',
  'cf-ray',
] as const;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The headers of the allow list, cut at 1,024 characters. */
export function keptHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = headers[name];
    if (value !== undefined) kept[name] = oneValue(value).slice(0, HEADER_VALUE_LENGTH_MAX).replaceAll('\u0000', '');
  }
  return kept;
}

/** The first value of a header. */
export function firstHeader(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Collects the body of one answer within its bounds. */
export class ReplyBody {
  /** Bytes that were read. */
  bytes = 0;
  private readonly chunks: Buffer[] = [];
  private kept = 0;

  /** @returns whether more may be read. */
  add(chunk: Buffer): boolean {
    const capacity = BODY_KEPT_BYTES_MAX - this.kept;
    if (capacity > 0) {
      // A view would keep the whole buffer of the socket alive for as long as the result waits to be stored.
      const part = Buffer.from(chunk.length <= capacity ? chunk : chunk.subarray(0, capacity));
      this.chunks.push(part);
      this.kept += part.length;
    }
    this.bytes = Math.min(this.bytes + chunk.length, BODY_READ_BYTES_MAX);
    return this.bytes < BODY_READ_BYTES_MAX;
  }

  /** More was read than is kept. */
  get isCut(): boolean {
    return this.bytes > this.kept;
  }

  /** What was kept, as UTF-8 that a database takes: what is not, and NUL, is replaced. */
  text(): string {
    if (this.chunks.length === 0) return '';
    return Buffer.concat(this.chunks).toString('utf8').replaceAll('\u0000', '\ufffd');
  }
}

function oneValue(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
