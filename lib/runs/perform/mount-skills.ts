/**
 * What Python code can import: docs/spec/skills-protocol.md §5. A Python skill that needs nothing runs in the importing
 * process. One with a price, hosts, secrets, config, tools or closed source runs as a child run.
 */

import { findBlobOf } from '../../blobs/blobs.ts'
import { readSkillFiles } from '../../blobs/skill-files/read-skill-files.ts'
import { RUN_LIMITS } from '../../contracts/document/skill-limits.ts'
import { isCode } from '../../contracts/skill-folders/skill-file.ts'
import { listResourceFiles, listSkillFiles } from '../../contracts/skill-folders/skill-files.ts'
import { ignoreAppError } from '../../kernel/errors.ts'
import { priceOf } from '../../kernel/money.ts'
import { listPaidSlugs } from '../../money/rows/skill-purchases.ts'
import type { MountedSkill, Mounts } from '../../sandbox/sandbox.ts'
import { findBuiltInSkill } from '../../tools/builtin-skills/built-in-skills.ts'
import { purchaseKeyOf } from '../prepare/purchase.ts'
import { declaredSkills, findDeclaredSkill } from '../resolve/resolve-skill.ts'
import type { RecordedRun, Runnable } from '../resolve/runnable.ts'
import { isUnreviewed } from '../resolve/runnable.ts'

/** These bytes fit into a job of 16 MiB in base64. */
const MAX_BYTES = 10.5 * 1024 * 1024

type ReadMounts = {
  mounts: Mounts
  /** Skills that exceed the limit of bytes; they can still be called. */
  withoutFiles: string[]
  /** Instructions whose text the code may not read, because it is not bought. */
  notBought: string[]
  /** Input blobs that are too large for the isolate's memory; they can be read as streams. */
  largeBlobs: string[]
}

/** Returns what a Python run can read and import. */
export async function readMounts(recorded: RecordedRun): Promise<ReadMounts> {
  // A tool has no files: importing it gives a main(args) that calls it.
  const tools = recorded.runnable.document.permissions?.tools ?? []
  const skills: MountedSkill[] = tools.map((name) => ({ name, files: [] }))
  const withoutFiles: string[] = []
  const notBought: string[] = []
  const { skill: own, skillSetId } = recorded.runnable
  const ownFiles = listResourceFiles(own)
  // A skill has at most 10 MB of files, so its own always fit.
  let remainingBytes = MAX_BYTES - countBytes(ownFiles)
  for (const { name } of declaredSkills(recorded.runnable)) {
    const builtIn = findBuiltInSkill(name)
    if (builtIn) {
      skills.push({ name, files: await readBase64Files(recorded, null, listSkillFiles(builtIn)) })
      continue
    }
    const found = await findDeclaredSkill(recorded, name).catch(ignoreAppError)
    if (!found) continue
    if (!(await canReadText(recorded, found.runnable))) {
      notBought.push(name)
      continue
    }
    // The declared name may be a former one.
    const { files, ...skill } = mountedSkill({ ...found.runnable, name }, recorded.runnable)
    remainingBytes -= countBytes(files)
    if (remainingBytes < 0) withoutFiles.push(name)
    const mounted = remainingBytes < 0 ? [] : files
    skills.push({ ...skill, files: await readBase64Files(recorded, found.runnable.skillSetId, mounted) })
  }
  const { acting, row, inputBlobs = [] } = recorded
  const largeBlobs: string[] = []
  for (const id of inputBlobs) {
    const blob = await findBlobOf(acting.db, row.organisationId, id).catch(ignoreAppError)
    if (blob && blob.sizeBytes > RUN_LIMITS.blobBytes) largeBlobs.push(id)
  }
  const blobs = inputBlobs.filter((id) => !largeBlobs.includes(id))
  const files = await readBase64Files(recorded, skillSetId, ownFiles)
  return { mounts: { files, skills, blobs }, withoutFiles, notBought, largeBlobs }
}

/**
 * Returns whether the run may read the text of a skill: that of instructions with a price is for code of its publisher, and for
 * the caller's own code once their organisation has bought it. Code of others could pass it on.
 */
async function canReadText({ acting, runnable: importer }: RecordedRun, skill: Runnable): Promise<boolean> {
  const key = purchaseKeyOf(skill)
  if (!key || (importer.ownerId !== undefined && importer.ownerId === skill.ownerId)) return true
  const isCallersCode = importer.ownerId === undefined || importer.ownerId === key.organisationId
  if (!isCallersCode) return false
  return skill.isPublisherMember || (await listPaidSlugs(acting.db, key)).includes(key.skillSlug)
}

function countBytes(files: ReturnType<typeof listSkillFiles>): number {
  return files.reduce((sum, file) => sum + ('bytes' in file ? file.bytes.length : file.sizeBytes), 0)
}

async function readBase64Files(
  { acting }: RecordedRun,
  skillSetId: string | null,
  files: ReturnType<typeof listSkillFiles>,
): Promise<MountedSkill['files']> {
  const read = await readSkillFiles(acting.db, skillSetId, files)
  return read.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') }))
}

function mountedSkill(runnable: Runnable, importer: Runnable) {
  const { name, skill, document } = runnable
  const isReadable = isReadableBy(importer, runnable)
  const files = listSkillFiles({ name, document, skill }, { isAgent: true }).filter(
    ({ path }) => isReadable || !isCode(path),
  )
  return {
    name,
    files,
    ...(isReadable && canRunInline(runnable, importer) && { module: skill.definition ?? '' }),
  }
}

/**
 * Returns whether the importing code may read the skill's source: that of another publisher may not do so in its
 * caller's name.
 */
function isReadableBy(importer: Runnable, { document, isPublisherMember, ownerId }: Runnable): boolean {
  const isOpen = document.source !== 'closed'
  const isCallersCode = importer.ownerId === undefined || importer.ownerId === ownerId
  return isCallersCode ? isOpen || isPublisherMember : isOpen && document.visibility !== 'PRIVATE'
}

/**
 * Returns whether the skill can run in the process that imports it. Approved and unapproved code never share a process:
 * a host without a jail would run both.
 */
function canRunInline(runnable: Runnable, importer: Runnable): boolean {
  const { skill, document, isApproved } = runnable
  const { permissions = {}, configDefinitions = [], requiredIntegrationProviders } = document
  const requirements = [
    permissions.network,
    permissions.urlParameters,
    permissions.secrets,
    permissions.tools,
    permissions.vault,
    permissions.skills,
    requiredIntegrationProviders,
  ]
  return (
    skill.runtime === 'python' &&
    priceOf(skill) === 0n &&
    !isUnreviewed(runnable) &&
    (isApproved || !importer.isApproved) &&
    configDefinitions.length === 0 &&
    requirements.every((list) => (list ?? []).length === 0)
  )
}
