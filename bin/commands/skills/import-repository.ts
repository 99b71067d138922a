/** `import https://github.com/…`: lists the skills of a repository, and imports those that a person names. */
import type { z } from 'zod'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type {
  IMPORT_REPOSITORY_SKILLS,
  LIST_REPOSITORY_SKILLS,
} from '#lib/protocols/openapi/skill-endpoints.ts'
import { type CommandInput, type CommandResult, UsageError } from '../cli-command.ts'
import { requestJsonFromSite } from '../remote-site/request-from-site.ts'

type Listed = z.infer<(typeof LIST_REPOSITORY_SKILLS.responses)[200]['schema']>
type ImportedSkills = z.infer<(typeof IMPORT_REPOSITORY_SKILLS.responses)[200]['schema']>
export type RepositoryChoice = {
  address: string
  commit: string
  paths: string[]
  handle?: string | undefined
  into?: string | undefined
  license?: string | undefined
  acceptUnlicensed?: boolean | undefined
  programs?: boolean | undefined
}

export type Repositories = {
  origin: string
  list(address: string): Promise<Listed>
  import(choice: RepositoryChoice): Promise<ImportedSkills>
}

/** Imports the only skill of a repository at once; of several, those that `--skill` or `--all` name. */
export async function importFromRepository(
  address: string,
  { options, lists = {}, flags }: Pick<CommandInput, 'options' | 'lists' | 'flags'>,
  source: Repositories,
): Promise<CommandResult> {
  const listed = await source.list(address)
  const chosen = chooseSkills(listed, lists.skill ?? [], flags.all === true)
  if (chosen.length === 0) return describeListed(listed)
  const imported = await source.import({
    address,
    commit: listed.commit,
    paths: chosen.map(({ path }) => path),
    handle: options.publisher,
    into: options.into,
    license: options.license,
    acceptUnlicensed: flags['accept-unlicensed'],
    programs: flags.programs,
  })
  return describeImported(listed, imported, source.origin)
}

/** Asks a site, with the key that `login` stored unless one is given. */
export function repositoriesAtSite(site: string, key?: string): Repositories {
  return {
    origin: site,
    list: (address) =>
      requestJsonFromSite(site, `${paths.repositorySkills}?${new URLSearchParams({ address })}`, {}, key),
    import: ({ acceptUnlicensed, ...choice }) =>
      requestJsonFromSite(
        site,
        paths.repositoryImports,
        { method: 'POST', body: JSON.stringify({ ...choice, accept_unlicensed: acceptUnlicensed }) },
        key,
      ),
  }
}

/** Skills are named by their name or their folder. Returns [] if the person has to choose first. */
function chooseSkills({ skills }: Listed, wanted: string[], isAll: boolean): Listed['skills'] {
  if (isAll && wanted.length > 0) throw new UsageError('Use either --all or --skill.')
  if (isAll || (wanted.length === 0 && skills.length === 1)) return skills
  return wanted.map((each) => {
    const found = skills.filter(({ name, path }) => path === each || name === each)
    const [skill] = found
    if (!skill)
      throw new UsageError(
        `The repository has no skill “${each}”. Run the command without --skill to list them.`,
      )
    if (found.length > 1)
      throw new UsageError(
        `Several skills are called “${each}”. Use a folder: ${found.map(({ path }) => path).join(', ')}`,
      )
    return skill
  })
}

function describeListed({ repository, commit, skills }: Listed): CommandResult {
  const lines = skills.map(
    ({ path, name, license }) => `  ${path || '.'}  ${name}  (${licenseText(license)})`,
  )
  const text = [
    `${repository} at ${commit.slice(0, 7)} has ${skills.length} skills:`,
    ...lines,
    'Nothing was imported. Choose with --skill NAME, several times if you like, or with --all.',
  ].join('\n')
  return { text, json: { repository, commit, skills } }
}

function licenseText(license: Listed['skills'][number]['license']): string {
  if (!license) return 'no licence'
  return license.is_spdx ? license.name : `“${license.name}”, see ${license.source}`
}

function describeImported(
  { commit, skills }: Listed,
  imported: ImportedSkills,
  origin: string,
): CommandResult {
  const licenses = new Map(skills.map(({ path, license }) => [path, license]))
  const text = imported.skills.map(({ path, skill_set_id, name, replaced, findings = [], error }) => {
    if (error || !skill_set_id)
      return `${path || '.'} was not imported: ${(error as PublicError | undefined)?.message}`
    const url = new URL(paths.publishSkillSet(skill_set_id), origin).href
    const done = `${name} ${replaced ? 'was replaced' : 'is'} in its draft: ${url}`
    const license = `  - Licence: ${licenseText(licenses.get(path) ?? null)}. Commit: ${commit.slice(0, 7)}.`
    return [done, license, ...findings.map(({ message }) => `  - ${message}`)].join('\n')
  })
  return {
    text: text.join('\n'),
    json: { commit, ...imported },
    isFailure: imported.skills.some(({ error }) => error !== undefined),
  }
}
