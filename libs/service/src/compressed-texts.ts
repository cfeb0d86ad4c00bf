import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** How what is compressed begins (RFC 8878, 3.1.1). No JSON text does. */
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Node's own is 64 KiB, all of which stay in memory as long as the few that were filled. */
const CHUNK_BYTES = 8_192;
const FAST = { chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * JSON texts that are stored together, which have most of their characters in common.
 *
 * @param fromBytes fewer bytes are left as they are.
 */
export function compressed(texts: string, fromBytes: number): Buffer {
  const plain = Buffer.from(texts);
  if (plain.length < fromBytes) return plain;
  // With the length known, a small text does not pay for the tables of a large one.
  return zstdCompressSync(plain, { pledgedSrcSize: plain.length, ...FAST });
}

/** What `compressed` got. @param bytesMax of the texts. @throws RangeError when there are more. */
export function decompressed(stored: Buffer, bytesMax: number): string {
  const isCompressed = stored.subarray(0, MAGIC.length).equals(MAGIC);
  return (isCompressed ? zstdDecompressSync(stored, { maxOutputLength: bytesMax }) : stored).toString();
}
