import { type Context, workOwner } from '../../context/context.ts'
import { compareInThread } from '../../contracts/changes/compare-in-thread.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { compareVersions } from '../../contracts/versions/version-number.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { listPublishedVersions } from '../../publishing/rows/published-versions.ts'
import { findPublishedDocument } from '../../publishing/rows/versions.ts'
import { isContractHash } from '../model/call-options.ts'
import type { Runnable } from '../resolve/runnable.ts'
import { buildContract } from '../resolve/runnable.ts'

const MAX_VERSIONS_SEARCHED = 20

/**
 * Compares the contracts, as in docs/spec/skills-protocol.md §2. Throws CONFLICT with a sentence per difference,
 * INVALID_INPUT if `expectedHash` is not a hash.
 */
export async function requireContract(
  ctx: Context,
  runnable: Runnable,
  expectedHash: string | undefined,
): Promise<void> {
  if (expectedHash === undefined) return
  requireContractHash(expectedHash)
  const { document, skill, name, versionNumber } = runnable
  const { hash } = buildContract(document, skill)
  if (expectedHash.toLowerCase() === hash) return

  const known = await findVersionWithContract(ctx, runnable, expectedHash.toLowerCase())
  const differences = known ? await differencesBetween(known, { document, skill }, workOwner(ctx)) : []
  throw new AppError('CONFLICT', {
    message: known
      ? `The contract of ${name} changed between ${known.document.version}, whose hash you sent, and ${versionNumber}, which would run.`
      : `The contract hash you sent does not match ${name} ${versionNumber} or any other version of it.`,
    issues: [...differences, { path: '', keyword: 'contract', message: `The contract hash is now ${hash}.` }],
    suggestedAction: known
      ? `Read the contract again and send its hash, or request version ${known.document.version}.`
      : 'Read the contract again and send its hash.',
  })
}

function requireContractHash(text: string): void {
  if (isContractHash(text)) return
  const message = 'A contract hash must be 64 hexadecimal digits.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/contract_hash', message }] })
}

type SkillInDocument = { document: SkillSetDocument; skill: SkillDocument }

async function findVersionWithContract(
  ctx: Context,
  runnable: Runnable,
  hash: string,
): Promise<SkillInDocument | undefined> {
  const { skillSetId, isPublisherMember, skill } = runnable
  if (!skillSetId) return undefined
  const versions = (await listPublishedVersions(ctx.db, skillSetId))
    .filter(({ visibility }) => isPublisherMember || visibility === 'PUBLIC')
    .toSorted((a, b) => compareVersions(b.number, a.number))
  for (const { id } of versions.slice(0, MAX_VERSIONS_SEARCHED)) {
    const document = await findPublishedDocument(ctx.db, id)
    const candidate = document?.skills.find(({ slug }) => slug === skill.slug)
    if (document && candidate && buildContract(document, candidate).hash === hash)
      return { document, skill: candidate }
  }
  return undefined
}

async function differencesBetween(
  before: SkillInDocument,
  after: SkillInDocument,
  owner: string,
): Promise<Issue[]> {
  const alone = ({ document, skill }: SkillInDocument): SkillSetDocument => ({ ...document, skills: [skill] })
  const { changes } = await compareInThread(alone(before), alone(after), owner)
  return changes
    .filter(({ area }) => area === 'schema')
    .map(({ sentence, breaking, direction }) => ({
      path: '',
      keyword: 'contract',
      message: sentence,
      params: { breaking, ...(direction && { direction }) },
    }))
}
