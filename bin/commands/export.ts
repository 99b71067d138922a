/** `export`: a published skill as its folder, on the disk. */
import fs from 'node:fs'
import path from 'node:path'
import { exportFolder } from '#lib/agents/export-folder.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { parseSkillName } from '#lib/contract/market/skill-name.ts'
import { AppError, issueText } from '#lib/errors.ts'
import type { FolderFile } from '#lib/folders/read-folder.ts'
import { readZip } from '#lib/folders/read-zip.ts'
import { connect } from '../connect.ts'
import { fetchFromSite } from './ask-site.ts'
import { type Command, requireOption, UsageError } from './command.ts'
import { contextOf, requireOneWho } from './who.ts'

export const exportCommand: Command = {
  summary: 'Write a published skill into a folder.',
  usage: 'NAME --out DIR [--version VERSION] [--email EMAIL] [--site URL]',
  options: {
    out: 'where the folder is made; it is called like the skill',
    version: 'a version or a range such as ^1.2; the latest when left out',
    email: 'who asks, for private skills; the first admin when left out',
    site: 'another Guildhall; with the key that "login" keeps for it, private skills too',
  },
  words: 1,
  meetsDatabase: false,
  async run(input) {
    const [name = ''] = input.words
    if (!parseSkillName(name)) throw new UsageError('NAME is a skill’s full name: publisher.skillset.skill')
    const out = requireOption(input, 'out')
    const { version, email, site } = input.options
    requireOneWho(site, email)
    const files = site ? await fromSite(site, name, version) : await fromHere(name, version, email)
    const written = files.map((file) => write(out, file))
    const [first = ''] = files.map((file) => file.path.split('/')[0] ?? '')
    const folder = path.join(out, first)
    return {
      text: `${name} is in ${folder} (${written.length} files).`,
      json: { name, folder, files: written },
    }
  },
}

async function fromHere(
  name: string,
  version: string | undefined,
  email: string | undefined,
): Promise<FolderFile[]> {
  connect()
  const { folder, files } = await exportFolder(await contextOf(email), { name, ...(version && { version }) })
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }))
}

/** Another site's archive is held to the same rules as an uploaded one: nothing of it can leave the folder. */
async function fromSite(site: string, name: string, version: string | undefined): Promise<FolderFile[]> {
  const response = await fetchFromSite(site, paths.skillFolder(name, version))
  const { files, issues } = readZip(new Uint8Array(await response.arrayBuffer()))
  if (files) return files
  throw new AppError('INVALID_INPUT', { message: issues.map(issueText).join(' ') })
}

/** Never over a file that is there: an export is for looking, not for losing. */
function write(out: string, { path: place, bytes }: FolderFile): string {
  const file = path.join(out, place)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  try {
    fs.writeFileSync(file, bytes, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new AppError('CONFLICT', {
      message: `${file} exists already.`,
      suggestedAction: 'Choose another folder.',
    })
  }
  return file
}
