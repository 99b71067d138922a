/** Version requests: an exact number, an npm range, or "latest". */
import semver from 'semver'
import { isPrerelease, isRange } from './version-number.ts'

const LATEST = 'latest'

const RANGE_MAX_CHARS = 100

type ParsedRange = { number: string } | { range: string } | { error: string }

/** Returns the number of an exact request, the range of another, or why the text is neither. */
export function parseRange(text: string): ParsedRange {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ')
  if (trimmed === '') return { error: 'Enter a version range, for example ^1.2 or >=1 <3.' }
  if (trimmed.length > RANGE_MAX_CHARS) return { error: `Use at most ${RANGE_MAX_CHARS} characters.` }
  const number = semver.clean(trimmed)
  if (number !== null) return { number }
  if (trimmed.toLowerCase() === LATEST) return { range: LATEST }
  const python = /^~=\s*(\d+)\.\d+(?:\.\d+)?$/.exec(trimmed)
  if (python) {
    const version = trimmed.replace(/^~=\s*/, '')
    const range = version.split('.').length > 2 ? `~${version}` : `^${version}`
    return { error: `“${trimmed}” is how Python writes ${range}. Use ${range}.` }
  }
  if (!isRange(trimmed))
    return { error: `“${trimmed}” is not a valid version range. Use one such as ^1.2 or >=1 <3.` }
  return { range: trimmed }
}

/** Whether the number is in the range. A pre-release is only if the range names one of the same release, as in npm. */
export function isInRange(number: string, range: string): boolean {
  return range === LATEST ? !isPrerelease(number) : semver.satisfies(number, range)
}

/** Whether a version fits a request. “latest” fits all of them. Returns false for an invalid request. */
export function matchesRequest(number: string, text: string): boolean {
  const request = parseRange(text)
  if ('number' in request) return request.number === number
  return 'range' in request && (request.range === LATEST || isInRange(number, request.range))
}

export type RangeKind = 'exact' | 'compatible' | 'fixes' | 'latest' | 'own'

export function rangeKind(range: string | null): RangeKind {
  if (range === null) return 'exact'
  if (range === LATEST) return 'latest'
  if (/^\^\d+(\.\d+){0,2}$/.test(range)) return 'compatible'
  return /^~\d+\.\d+(\.\d+)?$/.test(range) ? 'fixes' : 'own'
}

/** Returns the range of a kind that begins with `number`; null for exactly this version. */
export function createRange(kind: Exclude<RangeKind, 'own'>, number: string): string | null {
  if (kind === 'exact') return null
  if (kind === 'latest') return LATEST
  return `${kind === 'compatible' ? '^' : '~'}${number}`
}

/** Returns "Exactly 1.2.0" or "Compatible updates (^1.2.0)". */
export function rangeLabel(range: string | null, number: string): string {
  switch (rangeKind(range)) {
    case 'exact':
      return `Exactly ${number}`
    case 'compatible':
      return `Compatible updates (${range})`
    case 'fixes':
      return `Fixes only (${range})`
    case 'latest':
      return 'Always the latest'
    case 'own':
      return `Versions in ${range}`
  }
}

/** Returns the major whose later versions are all in range, if there is only one. */
export function openMajor(range: string): string | undefined {
  if (!isRange(range) || semver.valid(range)) return undefined
  const major = semver.minVersion(range)?.major
  if (major === undefined || !semver.subset(range, `${major}.x`)) return undefined
  const highestOfMajor = `${major}.${Number.MAX_SAFE_INTEGER}.${Number.MAX_SAFE_INTEGER}`
  return semver.satisfies(highestOfMajor, range) ? String(major) : undefined
}
