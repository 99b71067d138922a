/** Finds integers that parsing would round, such as 9007199254740993. See docs/spec/contracts.md §3. */
import type { Issue } from '../errors.ts'
import { isExactText } from './exact-number.ts'
import { toPointer } from './json-pointer.ts'
import { endOfNumber, endOfString, isDigit, MAX_TEXT_DEPTH, TOKEN } from './json-tokens.ts'

export const MAX_LOST = 100
/** In total, because a name can be as long as the text, and each path repeats it. */
const MAX_PATH_CHARS = 64 * 1024

/**
 * Returns an issue for each such integer. With `below` ("/args"), returns only those within that value, with paths
 * relative to it. `text` must be valid JSON.
 */
export function lostDigits(text: string, below = ''): Issue[] {
  return issuesBelow(findLost(text), below)
}

export function issuesBelow(issues: readonly Issue[], below: string): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.params?.concernsAll) return [issue]
    const isBelow = issue.path === below || issue.path.startsWith(`${below}/`)
    return isBelow ? [{ ...issue, path: issue.path.slice(below.length) }] : []
  })
}

const MESSAGE = 'has too many digits to be stored exactly: send it as text'

const TOO_MANY: Issue = {
  path: '',
  keyword: 'exact',
  message: `more than ${MAX_LOST} numbers have too many digits to be stored exactly: send them as text`,
  params: { concernsAll: true },
}

type Frame = {
  isArray: boolean
  index: number
  key: [start: number, end: number]
  isKeyNext: boolean
  path?: string
}

function findLost(text: string): Issue[] {
  const frames: Frame[] = []
  const issues: Issue[] = []
  let pathChars = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const top = frames.at(-1)
    if (code === TOKEN.quote) {
      const end = endOfString(text, at)
      if (top?.isKeyNext) top.key = [at, end]
      at = end
    } else if (code === TOKEN.minus || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (isLost(text, at, end)) {
        const path = formatPath(text, frames)
        pathChars += path.length
        if (issues.length === MAX_LOST || pathChars > MAX_PATH_CHARS) return [...issues, TOO_MANY]
        issues.push({ path, keyword: 'exact', message: MESSAGE })
      }
      at = end
    } else {
      if (code === TOKEN.openObject || code === TOKEN.openArray) {
        if (frames.length === MAX_TEXT_DEPTH) return []
        const isArray = code === TOKEN.openArray
        frames.push({ isArray, index: 0, key: [at, at], isKeyNext: !isArray })
      } else if (code === TOKEN.closeObject || code === TOKEN.closeArray) frames.pop()
      else if (top && code === TOKEN.colon) top.isKeyNext = false
      else if (top && code === TOKEN.comma) {
        top.index += 1
        top.isKeyNext = !top.isArray
      }
      at += 1
    }
  }
  return frames.length === 0 ? issues : []
}

const SAFE_DIGITS = 15
/** The largest number of JavaScript has 309 digits. */
const MAX_DIGITS = 309

/** Matches no long number in one expression: a million digits can exhaust the matcher's stack. */
function isLost(text: string, start: number, end: number): boolean {
  if (end - start <= SAFE_DIGITS) return false
  const source = text.slice(start, end)
  if (/[.eE]/.test(source)) return false
  return source.length > MAX_DIGITS + 1 || !isExactText(source, Number(source))
}

function formatPath(text: string, frames: Frame[]): string {
  let path = ''
  for (const frame of frames) {
    frame.path ??= path
    path = frame.path + toPointer([frame.isArray ? frame.index : keyText(text, frame.key)])
  }
  return path
}

function keyText(text: string, [start, end]: [number, number]): string {
  try {
    return String(JSON.parse(text.slice(start, end)))
  } catch {
    return ''
  }
}
