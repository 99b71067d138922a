/**
 * A caller may demand the contract they know, by its hash: what they read is then what they call.
 *
 * Floor 3. Source: specification "Skills protocol", execute_skill, `contract_hash`.
 */
import type { Context } from '../context.ts'
import { changesBetween } from '../contract/changes/changes.ts'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { isContractHash } from '../contract/market/call-texts.ts'
import { compareVersions } from '../contract/version/version-number.ts'
import { listPublishedVersions } from '../db/published.ts'
import { documentOf } from '../db/published-document.ts'
import { AppError, type Issue } from '../errors.ts'
import { contractOf } from './contract-of.ts'
import type { Runnable } from './resolve-skill.ts'

/** Whoever pinned a contract older than so many versions is told that it differs, and not how. */
const VERSIONS_LOOKED_AT = 20

/**
 * Passes when `demanded` is the contract of what would run, or is absent. Throws CONFLICT with a sentence for each
 * difference, as far as a version with the demanded contract can be found; INVALID_INPUT for what is no hash.
 */
export async function requireContract(
  ctx: Context,
  runnable: Runnable,
  demanded: string | undefined,
): Promise<void> {
  if (demanded === undefined) return
  requireContractHash(demanded)
  const { document, skill, name, versionNumber } = runnable
  const { hash } = contractOf(document, skill)
  if (demanded.toLowerCase() === hash) return

  const known = await findHolder(ctx, runnable, demanded.toLowerCase())
  const differences = known ? differencesBetween(known, { document, skill }) : []
  throw new AppError('CONFLICT', {
    message: known
      ? `The contract of ${name} has changed between ${known.document.version}, which you know, and ${versionNumber}, which would run.`
      : `The contract of ${name} ${versionNumber} is not the one you demand, and no version of it has that one.`,
    issues: [...differences, { path: '', keyword: 'contract', message: `The contract hash is now ${hash}.` }],
    suggestedAction: known
      ? `Read the contract again and demand its hash, or ask for version ${known.document.version}.`
      : 'Read the contract again and demand its hash.',
  })
}

function requireContractHash(text: string): void {
  if (isContractHash(text)) return
  const message = 'A contract hash is 64 hexadecimal digits.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/contract_hash', message }] })
}

type Held = { document: SkillSetDocument; skill: SkillDocument }

/** The latest version that the caller may see whose contract has this hash. */
async function findHolder(ctx: Context, runnable: Runnable, hash: string): Promise<Held | undefined> {
  const { skillSetId, isPublisher, skill } = runnable
  // What belongs to no SkillSet has no versions.
  if (!skillSetId) return undefined
  const versions = (await listPublishedVersions(ctx.db, skillSetId))
    .filter(({ visibility }) => isPublisher || visibility === 'PUBLIC')
    .toSorted((a, b) => compareVersions(b.number, a.number))
  for (const { id } of versions.slice(0, VERSIONS_LOOKED_AT)) {
    const document = await documentOf(ctx.db, id)
    const held = document?.skills.find(({ slug }) => slug === skill.slug)
    if (document && held && contractOf(document, held).hash === hash) return { document, skill: held }
  }
  return undefined
}

function differencesBetween(before: Held, after: Held): Issue[] {
  const alone = ({ document, skill }: Held): SkillSetDocument => ({ ...document, skills: [skill] })
  return changesBetween(alone(before), alone(after))
    .changes.filter(({ area }) => area === 'schema')
    .map(({ sentence, breaking, direction }) => ({
      path: '',
      keyword: 'contract',
      message: sentence,
      params: { breaking, ...(direction && { direction }) },
    }))
}
