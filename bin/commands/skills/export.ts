import fs from 'node:fs'
import path from 'node:path'
import { AppError, issueText } from '#lib/kernel/errors.ts'
import { parseSkillName } from '#lib/kernel/names/skill-name.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { FolderFile } from '#lib/kernel/zip/read-zip.ts'
import { readZip } from '#lib/kernel/zip/read-zip.ts'
import { exportSkillFolder } from '#lib/protocols/skills-protocol/open-skill.ts'
import { connectToInstallation } from '../../server/installation/run-file.ts'
import { contextForEmail, rejectEmailWithSite } from '../acting-context.ts'
import { type CliCommand, requireOption, UsageError } from '../cli-command.ts'
import { fetchFromSite } from '../remote-site/request-from-site.ts'

export const exportCommand: CliCommand = {
  summary: 'Export a published skill to a folder.',
  usage: 'NAME --out DIR [--version VERSION] [--email EMAIL] [--site URL]',
  options: {
    out: 'where to create the folder, which is named after the skill',
    version: 'a version or a range such as ^1.2(default: the latest)',
    email: 'the user to act as, for private skills (default: the first admin)',
    site: 'another Guildhall server; includes private skills if you have stored a key with "login"',
  },
  positionals: 1,
  needsDatabase: false,
  async run(input) {
    const [name = ''] = input.positionals
    if (!parseSkillName(name))
      throw new UsageError('NAME must be a skill’s full name: publisher.skillset.skill')
    const out = requireOption(input, 'out')
    const { version, email, site } = input.options
    rejectEmailWithSite(site, email)
    const files = site ? await exportFromSite(site, name, version) : await exportLocally(name, version, email)
    const written = files.map((file) => write(out, file))
    const [first = ''] = files.map((file) => file.path.split('/')[0] ?? '')
    const folder = path.join(out, first)
    return {
      text: `${name} is in ${folder} (${written.length} files).`,
      json: { name, folder, files: written },
    }
  },
}

async function exportLocally(
  name: string,
  version: string | undefined,
  email: string | undefined,
): Promise<FolderFile[]> {
  connectToInstallation()
  const { folder, files } = await exportSkillFolder(await contextForEmail(email), {
    name,
    ...(version && { version }),
  })
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }))
}

/** `readZip` rejects entries that would escape the folder. */
async function exportFromSite(
  site: string,
  name: string,
  version: string | undefined,
): Promise<FolderFile[]> {
  const response = await fetchFromSite(site, paths.skillFolder(name, version))
  const { files, issues } = readZip(new Uint8Array(await response.arrayBuffer()))
  if (files) return files
  throw new AppError('INVALID_INPUT', { message: issues.map(issueText).join(' ') })
}

function write(out: string, { path: relativePath, bytes, isExecutable }: FolderFile): string {
  const file = path.join(out, relativePath)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  try {
    fs.writeFileSync(file, bytes, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new AppError('CONFLICT', {
      message: `${file} already exists.`,
      suggestedAction: 'Choose another folder.',
    })
  }
  return file
}
