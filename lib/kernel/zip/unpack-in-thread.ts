import { runInThread } from '../threads/run-in-thread.ts'
import type { ArchiveLimits } from './archive-limits.ts'
import { type ListedZip, type listZip, shareBytes, type unpackEntries } from './unpack-entries.ts'
import type { ZipEntry } from './zip-entries.ts'

const BYTES_AT_ONCE = 8 * 1024 * 1024
const FILES_AT_ONCE = 500

type ThreadedZip = ListedZip & {
  unpack: (entries: readonly ZipEntry[]) => AsyncGenerator<Uint8Array | null>
}

/** `owner` is the uploader, for fair scheduling. Throws as `runInThread` does, also while unpacking. */
export async function openZipInThread(
  bytes: Uint8Array,
  limits: ArchiveLimits,
  owner: string,
): Promise<ThreadedZip> {
  const shared = shareBytes(bytes)
  const listed = await runInThread<typeof listZip>('zip-list', [shared, limits], { owner })
  return {
    ...listed,
    async *unpack(entries) {
      for (const batch of splitBatches(entries))
        yield* await runInThread<typeof unpackEntries>('zip-unpack', [shared, batch], { owner })
    },
  }
}

/** A file larger than a batch has its own batch. */
function* splitBatches(entries: readonly ZipEntry[]): Generator<ZipEntry[]> {
  let [batch, bytes]: [ZipEntry[], number] = [[], 0]
  for (const entry of entries) {
    const isFull = batch.length === FILES_AT_ONCE || bytes + entry.sizeBytes > BYTES_AT_ONCE
    if (batch.length > 0 && isFull) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(entry)
    bytes += entry.sizeBytes
  }
  if (batch.length > 0) yield batch
}
