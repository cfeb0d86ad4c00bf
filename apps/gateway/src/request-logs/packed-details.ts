import { compressed, decompressed } from '#service';
import type { LogRecord, RequestDetails } from './log-record';

/** A record as a row: its details lie in the row of a record of the same account, mode and day, beside those of others. */
export interface PackedRecord {
  record: LogRecord;
  /** The id of the record whose row has the details. */
  detailsIn: string;
  /** Which of them there, from 0. */
  detailsAt: number;
  /** On the row that has them. */
  details: Buffer | null;
}

/** Of the details of one row, in characters before they are compressed: to read one of them is to read all. */
const PACK_LENGTH_MAX = 65_536;
/** Bytes of a list of details; less is not worth the work. */
const COMPRESSED_FROM = 4_096;
/** A list of details, in bytes: longer than any that was written. */
const UNPACKED_BYTES_MAX = 4_000_000;

/** Details of requests to one API have most of their text in common: together they take an eighth of their bytes. */
export function packed(records: readonly LogRecord[]): PackedRecord[] {
  const open = new Map<string, { pack: LogRecord[]; length: number }>();
  const packs: LogRecord[][] = [];
  for (const record of records) {
    const owner = `${record.accountId} ${record.livemode} ${record.endsOn}`;
    let current = open.get(owner);
    if (current === undefined || current.length + record.details.length > PACK_LENGTH_MAX) {
      current = { pack: [], length: 0 };
      open.set(owner, current);
      packs.push(current.pack);
    }
    current.pack.push(record);
    current.length += record.details.length;
  }
  return packs.flatMap(rowsOf);
}

function rowsOf(pack: readonly LogRecord[]): PackedRecord[] {
  const kept = compressed(`[${pack.map((record) => record.details).join()}]`, COMPRESSED_FROM);
  const detailsIn = pack[0]?.id ?? '';
  return pack.map((record, detailsAt) => ({ record, detailsIn, detailsAt, details: detailsAt === 0 ? kept : null }));
}

/** The details of a row, in their order. */
export function unpacked(details: Buffer): RequestDetails[] {
  return JSON.parse(decompressed(details, UNPACKED_BYTES_MAX)) as RequestDetails[];
}
