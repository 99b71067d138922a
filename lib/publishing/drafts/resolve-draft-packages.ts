import type { Context } from '../../context/context.ts'
import { skillEntries } from '../../contracts/document/skill-entries.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import {
  type Dependencies,
  type DependencyLock,
  declaredIn,
  type Requirements,
} from '../../contracts/packages/dependencies.ts'
import { findPackageKind, isNameOfKind } from '../../contracts/packages/package-kind.ts'
import { unsuitedPackage } from '../../contracts/packages/unsuited-packages.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import type { DocumentWithPackages } from '../../packages/bundle-entries.ts'
import type { BundledPackage } from '../../packages/model/bundle.ts'
import { type PackageSearch, searchPackages } from '../../packages/registry/search-packages.ts'
import { resolvePackages } from '../../packages/resolve-packages.ts'
import { findDraft } from '../rows/drafts.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'

export type DraftPackages = {
  /** Null if there are none. */
  dependencies: Dependencies | Requirements | null
  lock: DependencyLock | null
  /** What will not work in the sandbox. */
  notes: string[]
}

type Wanted = {
  skillSetId: string
  /** Names of packages to add, in their newest version that can be used. */
  add?: readonly string[]
}

/**
 * Chooses versions for the dependencies of the saved draft, and bundles what its skills import. The studio puts the result
 * into the draft. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members and forbidden packages, INVALID_INPUT
 * with the pointer of a dependency, and TOOL_NOT_AVAILABLE if the registry cannot be reached.
 */
export async function resolveDraftPackages(
  ctx: Context,
  { skillSetId, add = [] }: Wanted,
): Promise<DraftPackages> {
  const { skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft.' })
  const document = readDraft(draft.document)
  const kind = findPackageKind(document)
  const wrong = add.find((name) => !isNameOfKind(name, kind))
  if (wrong !== undefined) {
    const named = kind === 'python' ? 'a Python' : 'an npm'
    throw new AppError('INVALID_INPUT', { message: `“${wrong}” is not the name of ${named} package.` })
  }
  const { lock = null, bundled } = await resolvePackages(ctx.db, {
    document,
    organisationId: skillSet.publisher.organisationId,
    add,
  })
  return { dependencies: lock?.dependencies ?? null, lock, notes: packageNotes(bundled) }
}

/**
 * Searches the registry for packages to add, by what the publisher has typed. Throws UNAUTHENTICATED, NOT_FOUND,
 * POLICY_DENIED for plain members, and TOOL_NOT_AVAILABLE if the registry does not answer.
 */
export async function searchDraftPackages(
  ctx: Context,
  { skillSetId, text }: { skillSetId: string; text: string },
): Promise<PackageSearch> {
  await requireOwnSkillSetAdmin(ctx, skillSetId)
  return searchPackages(ctx.db, text)
}

/** A draft may be unfinished elsewhere. */
function readDraft(document: Json): DocumentWithPackages {
  const draft = isObject(document) ? document : {}
  const dependencies = declaredIn(draft)
  const skills = skillEntries(draft).map(([skill]) => skill as SkillDocument)
  return { dependencies, dependencyLock: draft.dependencyLock as DependencyLock | undefined, skills }
}

/** Says what the bundled code asks of the sandbox and does not get. */
function packageNotes(bundled: readonly BundledPackage[]): string[] {
  return bundled.flatMap(({ name, version, uses }) => [
    ...[unsuitedPackage(name) ?? []].flat(),
    ...uses.flatMap((use) => noteOn(`${name} ${version}`, use)),
  ])
}

function noteOn(subject: string, use: string): string[] {
  const rest = 'The package works as long as your calls do not reach that part.'
  if (use === 'code generation')
    return [`${subject} creates code from text (eval or Function), which fails in the sandbox. ${rest}`]
  if (use.startsWith('missing '))
    return [`${subject} uses ${use.slice('missing '.length)}, which the sandbox does not have. ${rest}`]
  return []
}
