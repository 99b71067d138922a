/** Imports skills from a public repository into drafts: first what there is, then what a person chose. */
import { z } from 'zod'
import { type Context, requireOrganisationAdmin, requirePerson, workOwner } from '../../context/context.ts'
import { isSpdxExpression } from '../../contracts/repositories/find-license.ts'
import type {
  listRepositorySkills,
  RepositorySkill,
  unpackRepositoryFolder,
} from '../../contracts/repositories/read-repository.ts'
import { AppError, type Issue, issueText, type PublicError, toPublicError } from '../../kernel/errors.ts'
import { plural } from '../../kernel/text/plural.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { LineField } from '../../kernel/validation/text-fields.ts'
import { importFolder } from '../drafts/import-folder.ts'
import { fetchArchive, type RepositoryArchive, repositoryHost } from './fetch-archive.ts'

export type Repository = {
  /** `owner/name`. */
  name: string
  commit: string
  skills: RepositorySkill[]
}

/**
 * Lists the skills of a repository, or of the folder that the address names, at the commit that it has now.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members, INVALID_INPUT with the reason for a repository without skills or
 * an archive that cannot be read, and as `fetchArchive`.
 */
export async function listRepository(ctx: Context, address: string): Promise<Repository> {
  requireOrganisationAdmin(ctx)
  return readRepository(ctx, await fetchArchive(address))
}

async function readRepository(
  ctx: Context,
  { bytes, path, address }: RepositoryArchive,
): Promise<Repository> {
  const owner = workOwner(ctx)
  const listed = await runInThread<typeof listRepositorySkills>('repository', [bytes, path], { owner })
  if (listed.issues) throw archiveError(listed.issues)
  return { name: `${address.owner}/${address.name}`, commit: listed.commit, skills: listed.skills }
}

const MAX_CHOSEN = 50

const Choice = z.object({
  address: z.string().max(2_000),
  /** The commit that was listed, so that what is imported is what the person saw. */
  commit: z.string().regex(/^[0-9a-f]{40,64}$/, 'must be the full id of a commit'),
  paths: z.array(z.string().max(1_000)).min(1, 'Choose at least one skill.').max(MAX_CHOSEN),
  handle: LineField.optional(),
  /** The slug of the SkillSet to import into; undefined creates one for each skill. */
  into: LineField.optional(),
  /** The licence of skills that state none, as an SPDX expression. */
  license: z
    .string()
    .trim()
    .refine(
      (text) => text === '' || isSpdxExpression(text),
      'must be an SPDX licence, such as MIT or Apache-2.0',
    )
    .optional(),
  /** The person states that they may publish skills without a known licence. */
  acceptUnlicensed: z.boolean().optional(),
  /** Programs of the skills become skills of their own. */
  programs: z.boolean().optional(),
})

export type ImportedSkill = { path: string } & (
  | {
      skillSetId: string
      name: string
      programs: string[]
      isReplaced: boolean
      findings: Issue[]
      error?: undefined
    }
  | { error: PublicError }
)

/**
 * Imports the chosen folders, each with the address and the commit that it came from. One that cannot be imported does not
 * stop the others; its `error` says why.
 *
 * Throws as `listRepository`, NOT_FOUND for a folder that is no skill of the commit, and PRECONDITION_FAILED if a skill has
 * no known licence, none was entered and the person did not accept that. An API key cannot accept it: POLICY_DENIED.
 */
export async function importRepository(ctx: Context, request: unknown): Promise<ImportedSkill[]> {
  requireOrganisationAdmin(ctx)
  const { address, commit, paths, ...options } = parseFields(Choice, request)
  const archive = await fetchArchive(address, commit)
  const repository = await readRepository(ctx, archive)
  const chosen = [...new Set(paths)].map((path) => requireSkill(repository, path))
  requireLicenses(ctx, chosen, options)
  const imported: ImportedSkill[] = []
  for (const skill of chosen) {
    try {
      imported.push({
        path: skill.path,
        ...(await importSkill(ctx, { archive, repository, skill, ...options })),
      })
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      imported.push({ path: skill.path, error: toPublicError(thrown) })
    }
  }
  return imported
}

type Options = Omit<z.output<typeof Choice>, 'address' | 'commit' | 'paths'>

function requireSkill({ name, commit, skills }: Repository, path: string): RepositorySkill {
  const skill = skills.find((each) => each.path === path)
  if (skill) return skill
  const message = `${path || 'The repository'} is not a skill of ${name} at ${commit.slice(0, 7)}.`
  throw new AppError('NOT_FOUND', { message })
}

function requireLicenses(
  ctx: Context,
  skills: readonly RepositorySkill[],
  { license, acceptUnlicensed }: Pick<Options, 'license' | 'acceptUnlicensed'>,
): void {
  // An entered licence is for skills that state none: nobody replaces the terms of others by it.
  const unknown = skills.filter((skill) => (skill.license ? !skill.license.isSpdx : !license))
  if (unknown.length === 0) return
  if (acceptUnlicensed) {
    requirePerson(ctx)
    return
  }
  const names = unknown.map(({ name }) => name).join(', ')
  const message = `${plural(unknown.length, 'skill')} without a known licence: ${names}. Without a licence, nobody but the authors may publish this code.`
  throw new AppError('PRECONDITION_FAILED', {
    message,
    suggestedAction:
      'Enter the licence of those that state none, or confirm that you may publish these skills.',
  })
}

type ImportOne = Options & { archive: RepositoryArchive; repository: Repository; skill: RepositorySkill }

async function importSkill(
  ctx: Context,
  { archive, repository: { name, commit }, skill, handle, into, license, programs }: ImportOne,
) {
  const owner = workOwner(ctx)
  const args: Parameters<typeof unpackRepositoryFolder> = [archive.bytes, skill.path]
  const folder = await runInThread<typeof unpackRepositoryFolder>('repository-folder', args, { owner })
  if (folder.issues) throw archiveError(folder.issues)
  const source = new URL([name, 'tree', commit, skill.path].filter(Boolean).join('/'), repositoryHost()).href
  return importFolder(ctx, {
    handle,
    into,
    callPrograms: programs,
    content: folder.files,
    directory: skill.path.split('/').at(-1) || name.split('/')[1],
    origin: { source, license: skill.license?.name ?? license },
  })
}

function archiveError(issues: Issue[]): AppError {
  const [first] = issues
  const message = first ? issueText(first) : 'The archive of this repository cannot be read.'
  return new AppError('INVALID_INPUT', { message, issues })
}
