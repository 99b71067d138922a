import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { CliCommand } from '../commands/cli-command.ts'
import { faultyFileError } from '../commands/skills/read-skill-set.ts'
import { stageFromActions } from '../commands/skills/stage-from-actions.ts'
import { chooseSite, findKey, PUBLISHER_OPTION, postToSite, SITE_OPTION } from './site.ts'
import { readFaultlessFolder, type SkillSetFolder } from './skillset-folder.ts'

type Staged = { id: string; name: string; version: string; url: string; is_new?: boolean }

export const publishFolderCommand: CliCommand = {
  summary: 'Stage a version of a SkillSet. You submit it in the browser.',
  usage: '[FOLDER] [--publisher HANDLE] [--note TEXT] [--site URL]',
  options: { ...PUBLISHER_OPTION, note: 'a note for the reviewers', ...SITE_OPTION },
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [folder], options }) {
    const site = chooseSite({ options })
    const read = readFaultlessFolder(folder)
    const { publisher, note = '' } = options
    const staged = await stage(site, { document: read.document, publisher, note }).catch((error: unknown) => {
      throw replacePlaces(error, read)
    })
    const { name, version, url } = staged
    return {
      text: [...read.notices, `${name} ${version} is staged. Look at it and submit it here: ${url}`].join(
        '\n',
      ),
      json: { ...staged, state: 'STAGED' },
    }
  },
}

type Version = { document: SkillSetDocument; publisher: string | undefined; note: string }

/** In GitHub Actions, a workflow that the SkillSet trusts needs no key. */
function stage(site: string, version: Version): Promise<Staged> {
  const isInActions = process.env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined
  if (isInActions && findKey(site) === undefined) return stageFromActions({ site, ...version })
  return postToSite<Staged>(site, paths.publishingSubmissions, version)
}

/** The site names places in the document; a person looks for them in the files. */
function replacePlaces(error: unknown, { file, locate }: SkillSetFolder): unknown {
  const issues = error instanceof AppError ? (error.options.issues ?? []) : []
  if (!(error instanceof AppError) || !issues.some(({ path }) => path.startsWith('/'))) return error
  const located = faultyFileError(file, issues.map(locate))
  return new AppError(error.code, {
    ...error.options,
    message: error.message,
    issues: located.options.issues,
  })
}
