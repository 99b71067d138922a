import { findSkillFiles } from '../db/blobs/skill-file-rows.ts'
import type { Database } from '../db/core/prisma-client.ts'
import { inBatches } from '../object-storage/content-batches.ts'
import { openContentStore } from '../object-storage/content-store.ts'
import type { NamedSkill } from '../skill-archives/manifest.ts'
import type { SkillFile, StoredSkillFile } from '../skill-archives/skill-file.ts'
import { skillFiles } from '../skill-archives/skill-files.ts'
import { frontmatterOf } from '../skill-archives/skill-markdown.ts'
import type { writeZip } from '../skill-archives/write-zip.ts'
import { runInThread } from '../threads/run-in-thread.ts'

/** The caller must be allowed to read the document. */
export async function readSkillFiles(
  db: Database,
  skillSetId: string | null | undefined,
  files: readonly (SkillFile | StoredSkillFile)[],
): Promise<SkillFile[]> {
  const hashes = files.flatMap((file) => ('sha256' in file ? [file.sha256] : []))
  if (hashes.length === 0) return files.filter((file) => 'bytes' in file)
  const rows = !skillSetId ? [] : await findSkillFiles(db, skillSetId, hashes)
  const contents = new Map<string, Uint8Array>()
  await inBatches(rows, async ({ sha256, contentId, store, sizeBytes }) => {
    const parts: Uint8Array[] = []
    for await (const part of openContentStore(store).read(contentId, { start: 0, end: sizeBytes }))
      parts.push(part)
    contents.set(sha256, Buffer.concat(parts))
  })
  return files.map((file) => {
    if ('bytes' in file) return file
    const { sha256, sizeBytes, ...rest } = file
    const bytes = contents.get(sha256)
    if (bytes?.length !== sizeBytes) throw new Error(`SkillSet ${skillSetId} does not store ${sha256}.`)
    return { ...rest, bytes }
  })
}

export type SkillFolder = {
  /** Follows the rules of Agent Skills. */
  folder: string
  version: string
  files: SkillFile[]
}

export async function readSkillFolder(
  db: Database,
  named: NamedSkill & { skillSetId?: string },
): Promise<SkillFolder> {
  const files = await readSkillFiles(db, named.skillSetId, skillFiles(named))
  return { folder: String(frontmatterOf(named).name), version: named.document.version, files }
}

type ZippedFolder = { fileName: string; bytes: Uint8Array }

/** Runs in a thread, scheduled by `owner`. */
export async function zipSkillFolder(
  { folder, version, files }: SkillFolder,
  owner: string,
): Promise<ZippedFolder> {
  const bytes = await runInThread<typeof writeZip>('zip-write', [folder, files], { owner })
  return { fileName: `${folder}-${version}.zip`, bytes }
}
