import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { NamedSkill } from '../../contracts/skill-folders/manifest.ts'
import type { SkillFile, StoredSkillFile } from '../../contracts/skill-folders/skill-file.ts'
import { listSkillFiles } from '../../contracts/skill-folders/skill-files.ts'
import { buildFrontmatter } from '../../contracts/skill-folders/skill-markdown.ts'
import type { writeZip } from '../../contracts/skill-folders/write-zip.ts'
import type { SeparateFile } from '../../contracts/texts/document-texts.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { findSkillFiles } from '../rows/skill-file-rows.ts'
import { forEachConcurrently } from '../storage/content-batches.ts'
import { readWholeContent } from '../storage/content-store.ts'

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
  await forEachConcurrently(rows, async ({ sha256, contentId, store, sizeBytes }) => {
    contents.set(sha256, await readWholeContent({ id: contentId, store, sizeBytes }))
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
  const files = await readSkillFiles(db, named.skillSetId, listSkillFiles(named))
  return { folder: String(buildFrontmatter(named).name), version: named.document.version, files }
}

/** Bounds the memory of one request: a SkillSet may have hundreds of skills with 10 MB each. */
const MAX_READ_BYTES = 32 * 1024 * 1024

/**
 * Returns the files that a document names by their hash, the smallest first, and how many are `unread` because they are
 * too large together. The caller must be allowed to read the document.
 */
export async function readSeparateFiles(
  db: Database,
  skillSetId: string,
  { skills }: SkillSetDocument,
): Promise<{ files: SeparateFile[]; unread: number }> {
  const named = skills.flatMap(({ slug, resources = [] }, skill) =>
    resources.flatMap(({ path, kind, sha256, sizeBytes = 0 }, index) =>
      sha256 === undefined
        ? []
        : [
            {
              skillSlug: slug,
              pointer: `/skills/${skill}/resources/${index}`,
              path,
              kind,
              sha256,
              sizeBytes,
            },
          ],
    ),
  )
  let left = MAX_READ_BYTES
  const chosen = named
    .toSorted((a, b) => a.sizeBytes - b.sizeBytes)
    .filter(({ sizeBytes }) => {
      left -= sizeBytes
      return left >= 0
    })
  const read = await readSkillFiles(db, skillSetId, chosen)
  const files = read.map(({ bytes }, index) => {
    const { skillSlug, pointer, path } = chosen[index]!
    return { skillSlug, pointer, path, bytes }
  })
  return { files, unread: named.length - chosen.length }
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
