/** `read_skill_file`: one file of a skill's folder. Floor 3. */
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import { isCode, textOf } from '../folders/skill-file.ts'
import { findSkillFile, skillFiles } from '../folders/skill-files.ts'
import { whyOutside } from '../folders/skill-path.ts'
import { openSkill } from './open-skill.ts'
import type { AgentTool } from './tool.ts'
import { READ_SKILL_FILE } from './tool-schemas.ts'

export const readSkillFile: AgentTool = {
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
    // Before the file is looked for: whether closed code has a file of some name is nobody's business.
    if (isCode(path) && !opened.isReadable) {
      throw new AppError('POLICY_DENIED', {
        message: `The source of ${name} is closed: its code can be run, not read.`,
        suggestedAction: 'Read SKILL.md and the schemas instead.',
      })
    }
    const files = skillFiles(opened)
    const file = findSkillFile(files, path)
    if (!file) {
      throw new AppError('NOT_FOUND', {
        message: `${name} ${opened.version} has no file “${path}”. It has: ${listed(files.map((each) => each.path))}.`,
      })
    }
    const text = textOf(file.bytes)
    return {
      name,
      version: opened.version,
      path: file.path,
      content: text ?? Buffer.from(file.bytes).toString('base64'),
      encoding: text === null ? 'base64' : 'utf-8',
      size_bytes: file.bytes.length,
      kind: file.kind,
    }
  },
}

/** Throws INVALID_INPUT for what could mean a place outside the folder, whatever is there. */
function requireInside(path: string): void {
  const whyNot = whyOutside(path)
  if (!whyNot) return
  const issues = [{ path: '/path', message: whyNot, keyword: 'path' }]
  throw new AppError('INVALID_INPUT', { message: `A path inside the folder, please: it ${whyNot}.`, issues })
}

const MAX_LISTED = 12

function listed(paths: string[]): string {
  const more = paths.length - MAX_LISTED
  return more > 0 ? `${paths.slice(0, MAX_LISTED).join(', ')} and ${more} more` : paths.join(', ')
}
