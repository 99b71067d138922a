/** `import`: a skill folder, or a zip archive of one, into a draft: here, or on another site. */
import { paths } from '#lib/contract/market/paths.ts'
import type { Issue } from '#lib/errors.ts'
import { writeZip } from '#lib/folders/write-zip.ts'
import { importFolder } from '#lib/studio/import-folder.ts'
import { connect, siteUrl } from '../connect.ts'
import { askSite } from './ask-site.ts'
import type { Answer, Command } from './command.ts'
import { readFolderFiles } from './read-folder-files.ts'
import { publisherContext, requireOneWho } from './who.ts'

export const importCommand: Command = {
  summary: 'Put a skill folder into a draft: ours, or an Agent Skill.',
  usage: 'PATH [--publisher HANDLE] [--into SLUG] [--email EMAIL] [--site URL]',
  options: {
    publisher: 'the handle it is published under',
    into: 'the SkillSet that gets the skill; a new one when left out',
    email: 'who imports it; when left out, the owner of the handle, or the first admin',
    site: 'another Guildhall, with the key that "login" keeps for it',
  },
  words: 1,
  meetsDatabase: false,
  async run({ words: [place = ''], options }) {
    const { publisher: handle, into, email, site } = options
    requireOneWho(site, email)
    const { files, directory } = readFolderFiles(place)
    if (site) {
      const query = new URLSearchParams({
        ...(handle && { handle }),
        ...(into && { into }),
        ...(directory && { directory }),
      })
      const content = Array.isArray(files) ? writeZip(directory ?? 'skill', files) : files
      const made = await askSite<Imported>(site, `${paths.skillFolders}?${query}`, {
        method: 'POST',
        body: Buffer.from(content as Uint8Array),
      })
      return answerOf(made, site)
    }
    connect()
    const ctx = await publisherContext(email, handle)
    const made = await importFolder(ctx, { handle, into, directory, content: files })
    return answerOf({ ...made, skill_set_id: made.skillSetId, replaced: made.isReplaced }, siteUrl())
  },
}

type Imported = { skill_set_id: string; name: string; replaced: boolean; findings: Issue[] }

function answerOf({ skill_set_id, name, replaced, findings }: Imported, site: string): Answer {
  const url = new URL(paths.publishSkillSet(skill_set_id), site).href
  const done = replaced ? `${name} was replaced in its draft` : `${name} is in its draft`
  return {
    text: [`${done}: ${url}`, ...findings.map(({ message }) => `  - ${message}`)].join('\n'),
    json: { name, skill_set_id, replaced, findings, url },
  }
}
