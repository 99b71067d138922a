import type { Context } from '../context/context.ts'
import { AppError } from '../errors.ts'
import type { JsonObject } from '../json/json.ts'
import { decodeText, isCode, type SkillFile } from '../skill-archives/skill-file.ts'
import { findSkillFile, skillFiles } from '../skill-archives/skill-files.ts'
import { readSkillFiles } from '../skill-files/read-skill-files.ts'
import { archivePathError } from '../zip/archive-path.ts'
import { openSkill } from './open-skill.ts'
import type { ProtocolTool } from './protocol-tool.ts'
import { READ_SKILL_FILE } from './protocol-tool-schemas.ts'

export const readSkillFile: ProtocolTool = {
  ...READ_SKILL_FILE,
  scope: 'read',
  isPublic: true,
  extras: {
    name: { maxLength: 200 },
    version: { minLength: 1, maxLength: 100 },
    path: { minLength: 1, maxLength: 300 },
  },
  async run(ctx: Context, params: JsonObject) {
    const { name, version, path } = params as { name: string; version?: string; path: string }
    requireInside(path)
    const opened = await openSkill(ctx, { name, version })
    // Checked before the lookup, so as not to reveal the file names of closed source.
    if (isCode(path) && !opened.isReadable) {
      throw new AppError('POLICY_DENIED', {
        message: `${name} is closed source: its code can be run but not read.`,
        suggestedAction: 'Read SKILL.md and the schemas instead.',
      })
    }
    const files = skillFiles(opened)
    const file = findSkillFile(files, path)
    if (!file) {
      throw new AppError('NOT_FOUND', {
        message: `${name} ${opened.version} has no file “${path}”. Available files: ${formatNames(files.map((each) => each.path))}.`,
      })
    }
    const [{ bytes, kind }] = (await readSkillFiles(ctx.db, opened.skillSetId, [file])) as [SkillFile]
    const text = decodeText(bytes)
    return {
      name,
      version: opened.version,
      path: file.path,
      content: text ?? Buffer.from(bytes).toString('base64'),
      encoding: text === null ? 'base64' : 'utf-8',
      size_bytes: bytes.length,
      kind,
    }
  },
}

function requireInside(path: string): void {
  const pathIssue = archivePathError(path)
  if (!pathIssue) return
  const issues = [{ path: '/path', message: pathIssue, keyword: 'path' }]
  throw new AppError('INVALID_INPUT', {
    message: `Invalid path: it ${pathIssue}.`,
    issues,
  })
}

const MAX_LISTED = 12

function formatNames(paths: string[]): string {
  const more = paths.length - MAX_LISTED
  return more > 0 ? `${paths.slice(0, MAX_LISTED).join(', ')} and ${more} more` : paths.join(', ')
}
