import type { CliCommand } from '../commands/cli-command.ts'
import { importFromRepository, repositoriesAtSite } from '../commands/skills/import-repository.ts'
import {
  IMPORT_FLAGS,
  IMPORT_LISTS,
  IMPORT_OPTIONS,
  importAtSite,
  importFolders,
} from '../commands/skills/skill-folders.ts'
import { chooseSite, requireKey, SITE_OPTION } from './site.ts'

/** Skills whose licence is not known are imported on the page, where a person confirms that they may be published. */
export const importSkillsCommand: CliCommand = {
  summary: 'Import a skill folder, an Agent Skill, a folder of several or a GitHub repository into drafts.',
  usage: 'PATH | ADDRESS [--skill NAME] [--all] [--publisher HANDLE] [--into SLUG] [--site URL]',
  options: { ...IMPORT_OPTIONS, ...SITE_OPTION },
  lists: IMPORT_LISTS,
  flags: IMPORT_FLAGS,
  positionals: 1,
  needsDatabase: false,
  async run(input) {
    const { positionals, options, flags } = input
    const [source = ''] = positionals
    const site = chooseSite(input)
    const key = requireKey(site)
    if (/^https?:\/\//i.test(source))
      return importFromRepository(source, input, repositoriesAtSite(site, key))
    const callPrograms = flags.programs === true
    return importFolders(source, (folder) => importAtSite(folder, { site, key, options, callPrograms }))
  },
}
