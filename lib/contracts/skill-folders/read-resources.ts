import { createHash } from 'node:crypto'
import type { Issue } from '../../kernel/errors.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { MAX_RESOURCE_BYTES } from '../checks/check-resources.ts'
import { RESOURCE_LIMITS } from '../document/skill-limits.ts'
import type { SkillResource } from '../document/skillset-document.ts'
import {
  decodePlainText,
  detectMediaType,
  isCode,
  OWN_FILES,
  RESOURCES,
  type SkillFile,
} from './skill-file.ts'

type File = Pick<SkillFile, 'path' | 'bytes' | 'isExecutable'>

export type LargeFile = { sha256: string; bytes: Uint8Array }

type Read =
  | {
      list: SkillResource[]
      large: LargeFile[]
      findings: Issue[]
      issues?: undefined
    }
  | { issues: Issue[] }

const { count: MAX_COUNT, pathChars: MAX_PATH_CHARS } = RESOURCE_LIMITS
/** Small enough that several skills fit into a document of 2 MiB, also when their text grows by JSON escapes. */
const INLINE_BYTES = { file: 64 * 1024, skill: 256 * 1024 }

type ReadOptions = {
  kind: 'action' | 'instruction'
  entrypoint?: string | undefined
  /** How many skills of the document get these files, which share what a document may hold. */
  copies?: number
}

/** Turns files into resources. Large files are returned apart, to be stored outside the document. */
export function readResources(files: readonly File[], { kind, entrypoint, copies = 1 }: ReadOptions): Read {
  const others = files.filter(({ path }) => !OWN_FILES.includes(path) && path !== entrypoint)
  if (others.length > MAX_COUNT) {
    return {
      issues: [
        resourceIssue(
          '',
          `has ${others.length} files besides SKILL.md; a skill can have at most ${MAX_COUNT}`,
        ),
      ],
    }
  }
  const totalBytes = others.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (totalBytes > MAX_RESOURCE_BYTES) {
    const [total, limit] = [totalBytes, MAX_RESOURCE_BYTES].map(formatBytes)
    return {
      issues: [resourceIssue('', `The files of this skill have ${total}; a skill can have ${limit}.`)],
    }
  }
  const issues = others
    .filter(({ path }) => path.length > MAX_PATH_CHARS)
    .map(({ path }) => resourceIssue(path, `has a path longer than ${MAX_PATH_CHARS} characters`))
  if (issues.length > 0) return { issues }

  const isLarge = new Set(chooseLarge(others, INLINE_BYTES.skill / copies))
  const large = new Map<string, LargeFile>()
  const list = others.map((file): SkillResource => {
    const { bytes, isExecutable } = file
    const path = kind === 'action' ? stripResourcesFolder(file.path) : file.path
    const attributes = { kind: detectMediaType(path, bytes), ...(isExecutable && { executable: true }) }
    if (!isLarge.has(file)) return { path, ...inlineContent(bytes), ...attributes }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    large.set(sha256, { sha256, bytes })
    return { path, sha256, sizeBytes: bytes.length, ...attributes }
  })
  const code = others.filter(({ path }) => isCode(path))
  const message = 'is stored as a file of the skill but not run: the code of a skill is one file.'
  const findings = kind === 'action' ? code.map(({ path }) => resourceIssue(path, message)) : []
  return { list, large: [...large.values()], findings }
}

/** Returns the files above the limit of one, and then the largest until the rest fits. */
function chooseLarge(files: readonly File[], maxBytes: number): File[] {
  const bySize = files.toSorted((a, b) => b.bytes.length - a.bytes.length || (a.path < b.path ? -1 : 1))
  let left = bySize.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return bySize.filter(({ bytes }) => {
    if (bytes.length <= INLINE_BYTES.file && left <= maxBytes) return false
    left -= bytes.length
    return bytes.length > 0
  })
}

function stripResourcesFolder(path: string): string {
  return path.startsWith(RESOURCES) && path.length > RESOURCES.length ? path.slice(RESOURCES.length) : path
}

/** Returns the content as a document holds it: text, or Base64 for anything else. */
export function inlineContent(bytes: Uint8Array): Pick<SkillResource, 'text' | 'base64'> {
  const text = decodePlainText(bytes)
  return text === null ? { base64: Buffer.from(bytes).toString('base64') } : { text }
}

function resourceIssue(path: string, message: string): Issue {
  return { path: path === '' ? '' : toPointer([path]), keyword: 'folder', message }
}
