import { readSkillFiles } from '../../blobs/skill-files/read-skill-files.ts'
import type { Context } from '../../context/context.ts'
import {
  decodeText,
  isCode,
  SKILL_MANIFEST_FILE,
  type SkillFile,
} from '../../contracts/skill-folders/skill-file.ts'
import { findSkillFile, listSkillFiles } from '../../contracts/skill-folders/skill-files.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { archivePathError } from '../../kernel/zip/archive-limits.ts'
import { openSkill, requireReadableText } from './open-skill.ts'
import type { ProtocolTool } from './protocol-tool.ts'
import { READ_SKILL_FILE } from './protocol-tool-schemas.ts'

const MEBIBYTE = 1024 * 1024

/** A signed-in caller can read any file at once. */
export const MAX_READ_BYTES = 10 * MEBIBYTE

const MAX_VISITOR_BYTES = MEBIBYTE

/** The longest UTF-8 character. */
const MIN_READ_BYTES = 4

export const readSkillFile: ProtocolTool = {
  ...READ_SKILL_FILE,
  scope: 'read',
  isPublic: true,
  extras: {
    name: { maxLength: 200 },
    version: { minLength: 1, maxLength: 100 },
    path: { minLength: 1, maxLength: 300 },
    offset: { type: 'integer', minimum: 0 },
    limit: { type: 'integer', minimum: MIN_READ_BYTES, maximum: MAX_READ_BYTES },
  },
  async run(ctx: Context, params: JsonObject) {
    const { name, version, path, offset = 0, limit = MEBIBYTE } = params as Params
    requireInside(path)
    const opened = await openSkill(ctx, { name, version })
    // Comes first, so as not to reveal file names of closed source.
    if (isCode(path) && !opened.isReadable) {
      throw new AppError('POLICY_DENIED', {
        message: `${name} is closed source: its code can be run but not read.`,
        suggestedAction: 'Read SKILL.md and the schemas instead.',
      })
    }
    await requireReadableText(opened, { isManifest: path === SKILL_MANIFEST_FILE })
    const files = listSkillFiles(opened, { isAgent: true })
    const file = findSkillFile(files, path)
    if (!file) {
      throw new AppError('NOT_FOUND', {
        message: `${name} ${opened.version} has no file “${path}”. Available files: ${formatNames(files.map((each) => each.path))}.`,
      })
    }
    const [{ bytes, kind }] = (await readSkillFiles(ctx.db, opened.skillSetId, [file])) as [SkillFile]
    const isText = decodeText(bytes) !== null
    const maxBytes = ctx.viewer ? limit : Math.min(limit, MAX_VISITOR_BYTES)
    const { content, end } = readPart(bytes, { offset, maxBytes, isText })
    return {
      name,
      version: opened.version,
      path: file.path,
      content,
      encoding: isText ? 'utf-8' : 'base64',
      size_bytes: bytes.length,
      kind,
      ...(end < bytes.length && { next_offset: end }),
    }
  },
}

type Params = { name: string; version?: string; path: string; offset?: number; limit?: number }

/** Cuts text between characters. */
function readPart(
  bytes: Uint8Array,
  { offset, maxBytes, isText }: { offset: number; maxBytes: number; isText: boolean },
): { content: string; end: number } {
  const start = isText ? characterStart(bytes, offset) : offset
  const end = isText ? characterStart(bytes, start + maxBytes) : start + maxBytes
  const part = Buffer.from(bytes.subarray(start, end))
  return { content: part.toString(isText ? 'utf8' : 'base64'), end }
}

function characterStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
  return start
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
