import { crc32 } from 'node:zlib'
import type { ZipEntry } from './zip-entries.ts'

/**
 * Compares size and checksum with the archive's directory, because damaged deflate data may inflate without
 * an error.
 */
export function isIntact(unpacked: Uint8Array, { sizeBytes, checksum }: ZipEntry): boolean {
  return unpacked.length === sizeBytes && crc32(unpacked) === checksum
}
