import { importFolder } from '#lib/publishing/drafts/import-folder.ts'
import { importRepository, listRepository } from '#lib/publishing/repositories/import-repository.ts'
import { toRestImports, toRestRepository } from '#lib/publishing/repositories/rest-repository.ts'
import { connectToInstallation, siteUrl } from '../../server/installation/run-file.ts'
import { contextForPublisher, rejectEmailWithSite } from '../acting-context.ts'
import type { CliCommand, CommandInput, CommandResult } from '../cli-command.ts'
import { importFromRepository, type Repositories, repositoriesAtSite } from './import-repository.ts'
import {
  formatImported,
  IMPORT_FLAGS,
  IMPORT_LISTS,
  IMPORT_OPTIONS,
  importAtSite,
  importFolders,
  readFolderFiles,
} from './skill-folders.ts'

export const importCommand: CliCommand = {
  summary: 'Import a skill folder, an Agent Skill, a folder of several or a GitHub repository into drafts.',
  usage:
    'PATH | ADDRESS [--skill NAME] [--all] [--publisher HANDLE] [--into SLUG] [--email EMAIL] [--site URL]',
  options: {
    ...IMPORT_OPTIONS,
    email: 'the user to act as (default: the owner of the handle, or the first admin)',
    site: 'another Guildhall server, with the key stored by "login"',
  },
  lists: IMPORT_LISTS,
  flags: {
    ...IMPORT_FLAGS,
    'accept-unlicensed':
      'you may publish skills of the repository whose licence is not known; not with --site',
  },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [source = ''], options, lists, flags }) {
    const { site } = options
    rejectEmailWithSite(site, options.email)
    if (/^https?:\/\//i.test(source)) {
      const repositories = site ? repositoriesAtSite(site) : await repositoriesAtInstallation(options)
      return importFromRepository(source, { options, lists, flags }, repositories)
    }
    const callPrograms = flags.programs === true
    return importFolders(source, (folder) =>
      site
        ? importAtSite(folder, { site, options, callPrograms })
        : importHere(folder, options, callPrograms),
    )
  },
}

async function importHere(
  source: string,
  { publisher: handle, into, email }: CommandInput['options'],
  callPrograms: boolean,
): Promise<CommandResult> {
  const { files, directory, findings } = readFolderFiles(source)
  connectToInstallation()
  const ctx = await contextForPublisher(email, handle)
  const made = await importFolder(ctx, { handle, into, directory, content: files, callPrograms })
  return formatImported(
    {
      ...made,
      skill_set_id: made.skillSetId,
      replaced: made.isReplaced,
      findings: [...findings, ...made.findings],
    },
    siteUrl(),
  )
}

/** Asks this installation, as the person that the options name. */
async function repositoriesAtInstallation({
  email,
  publisher,
}: CommandInput['options']): Promise<Repositories> {
  connectToInstallation()
  const ctx = await contextForPublisher(email, publisher)
  return {
    origin: siteUrl(),
    list: async (address) => toRestRepository(await listRepository(ctx, address)),
    import: async (choice) => toRestImports(await importRepository(ctx, choice)),
  }
}
