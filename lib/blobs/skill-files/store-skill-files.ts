/** Files are named by SHA-256. A row per SkillSet and hash is both the reference and the right to name the file. */
import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../../context/context.ts'
import { storedResources } from '../../contracts/checks/check-resources.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { requireStorageRoom, storageQuota } from '../quotas/storage-limits.ts'
import { insertBlobContent, sealBlobContents } from '../rows/blob-rows.ts'
import {
  deleteUnusedSkillFiles,
  findSkillFiles,
  insertSkillFiles,
  markSkillFilesUsed,
  releaseOtherSkillFiles,
} from '../rows/skill-file-rows.ts'
import { lockStorageOfPerson, sumSkills } from '../rows/storage-entries.ts'
import { deleteUnsealed, forEachConcurrently } from '../storage/content-batches.ts'
import { defaultContentStore } from '../storage/content-store.ts'

export type UploadedFile = { id: string; sha256: string; sizeBytes: number }

type Owner = { organisationId: string; userId: string }

type NewFiles = {
  skillSetId?: string
  files: readonly { sha256: string; bytes: Uint8Array }[]
}

/** Stores the files, and deletes those that `save` did not reference. Throws what `save` throws. */
export async function withUploadedFiles<Result>(
  db: Database,
  { skillSetId, files }: NewFiles,
  save: (uploaded: readonly UploadedFile[]) => Promise<Result>,
): Promise<Result> {
  const hashes = files.map(({ sha256 }) => sha256)
  const known = skillSetId ? await findSkillFiles(db, skillSetId, hashes) : []
  const missing = files.filter(({ sha256 }) => !known.some((row) => row.sha256 === sha256))
  if (missing.length === 0) return save([])
  const store = defaultContentStore()
  const uploaded = missing.map(({ sha256, bytes }) => ({
    id: randomUUIDv7(),
    sha256,
    sizeBytes: bytes.length,
    bytes,
  }))
  await insertBlobContent(db, ...uploaded.map(({ id }) => ({ id, store: store.name })))
  try {
    await forEachConcurrently(uploaded, ({ id, bytes }) => store.write(id, once(bytes)))
    return await save(uploaded)
  } finally {
    // The sweep of blobs deletes the rest.
    await deleteUnsealed(
      db,
      store,
      uploaded.map(({ id }) => id),
    ).catch(() => {})
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Throws LIMIT_REACHED if the quota is used up. */
export async function attachSkillFiles(
  tx: Tx,
  { skillSetId, owner, uploaded }: { skillSetId: string; owner: Owner; uploaded: readonly UploadedFile[] },
): Promise<void> {
  if (uploaded.length === 0) return
  const { organisationId, userId: createdById } = owner
  await lockStorageOfPerson(tx, organisationId, 'skill files')
  const contents = await sealBlobContents(tx, uploaded)
  const files = uploaded.map(({ id, sha256, sizeBytes }) => {
    const contentId = contents.get(sha256)
    if (!contentId) throw new Error(`Content ${id} was deleted by the sweep before its upload finished.`)
    return { sha256, contentId, sizeBytes, createdById }
  })
  await insertSkillFiles(tx, skillSetId, files)
  await requireRoomForSkills(tx, organisationId)
}

/** Call it after a document or file was written. Throws LIMIT_REACHED if the quota is exceeded. */
export async function requireRoomForSkills(tx: Tx, organisationId: string): Promise<void> {
  const quota = await storageQuota(tx, 'skillFiles', organisationId)
  const used = await sumSkills(tx, { organisationId, except: quota.except })
  requireStorageRoom(used, 0, { ...quota, what: 'skill_storage' })
}

/** Throws INVALID_INPUT with the pointer of each hash that the SkillSet lacks, also if another has it. */
export async function requireSkillFiles(tx: Tx, skillSetId: string, document: Json): Promise<void> {
  const wanted = storedResources(document)
  if (wanted.length === 0) return
  const sizes = await markSkillFilesUsed(
    tx,
    skillSetId,
    wanted.map(({ sha256 }) => sha256),
  )
  const issues = wanted.flatMap(({ pointer, sha256, sizeBytes }): Issue[] => {
    const size = sizes.get(sha256)
    if (size === undefined) {
      const message = 'This SkillSet does not store a file with this SHA-256. Import the folder again.'
      return [{ path: `${pointer}/sha256`, keyword: 'skillFile', message }]
    }
    if (size === sizeBytes) return []
    const message = `The file has ${size} bytes.`
    return [{ path: `${pointer}/sizeBytes`, keyword: 'skillFile', message }]
  })
  if (issues.length === 0) return
  throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
}

/** Releases files named by neither the draft nor a version. */
export async function releaseUnusedSkillFiles(tx: Tx, skillSetId: string, draft: Json): Promise<void> {
  const hashes = storedResources(draft).map(({ sha256 }) => sha256)
  await releaseOtherSkillFiles(tx, { skillSetId, hashes })
}

/** Undo in the studio or a browser's backup may need a file this long. */
const UNUSED_MS = 30 * 86_400_000
/** Each file reads its SkillSet's documents. */
const BATCH_SIZE = 50

/** Leaves the bytes to the sweep of blobs. */
export function sweepSkillFiles({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  return deleteUnusedSkillFiles(db, { before: new Date(now.getTime() - UNUSED_MS), take: BATCH_SIZE })
}
