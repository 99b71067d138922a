/**
 * What an installation, a plan or a call may say about versions: an exact number, an npm range, or "latest".
 *
 * Ground; also in the browser. Source: specification "Contracts" §6, Ranges and Migrations.
 */
import semver from 'semver'
import { isPrerelease, isRange } from './version-number.ts'

/** Whatever is newest, across breaking changes too. */
const LATEST = 'latest'

const RANGE_MAX_CHARS = 100

export type Wanted = { number: string } | { range: string } | { whyNot: string }

/** Reads what somebody typed: one exact number, a range as it will be kept, or why it is neither. */
export function parseRange(text: string): Wanted {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ')
  if (trimmed === '') return { whyNot: 'Say which versions, for example ^1.2 or >=1 <3.' }
  if (trimmed.length > RANGE_MAX_CHARS) return { whyNot: `Keep it under ${RANGE_MAX_CHARS} characters.` }
  const number = semver.clean(trimmed)
  if (number !== null) return { number }
  if (trimmed.toLowerCase() === LATEST) return { range: LATEST }
  if (!isRange(trimmed))
    return { whyNot: `“${trimmed}” is no version range. Write one such as ^1.2 or >=1 <3.` }
  return { range: trimmed }
}

/** Whether a kept range takes the version in. A pre-release only when the range names one of the same number. */
export function isInRange(number: string, range: string): boolean {
  return range === LATEST ? !isPrerelease(number) : semver.satisfies(number, range)
}

/** Whether what was asked for, a number or a range, means a version that there is no other of. */
export function isAskedFor(number: string, asked: string): boolean {
  const wanted = parseRange(asked)
  if ('number' in wanted) return wanted.number === number
  return 'range' in wanted && (wanted.range === LATEST || isInRange(number, wanted.range))
}

export type RangeKind = 'exact' | 'compatible' | 'fixes' | 'latest' | 'own'

/** How people say it. Null is a pin to exactly one version. */
export function rangeKind(range: string | null): RangeKind {
  if (range === null) return 'exact'
  if (range === LATEST) return 'latest'
  if (/^\^\d+(\.\d+){0,2}$/.test(range)) return 'compatible'
  return /^~\d+\.\d+(\.\d+)?$/.test(range) ? 'fixes' : 'own'
}

/** The range of a kind around one version; null for exactly that one. */
export function rangeAround(kind: Exclude<RangeKind, 'own'>, number: string): string | null {
  if (kind === 'exact') return null
  if (kind === 'latest') return LATEST
  return `${kind === 'compatible' ? '^' : '~'}${number}`
}

/** "Exactly 1.2.0", "Compatible updates (^1.2.0)": what an installation follows, in words. */
export function rangeWords(range: string | null, number: string): string {
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

/**
 * The one major version whose every later release the range takes in: "1" for ^1.2 and 1.x. Undefined for ranges
 * over several majors, which ask for no migration, and for narrower ones, which ask to stay where they are.
 */
export function openMajor(range: string): string | undefined {
  if (!isRange(range) || semver.valid(range)) return undefined
  const major = semver.minVersion(range)?.major
  if (major === undefined || !semver.subset(range, `${major}.x`)) return undefined
  const farAhead = `${major}.${Number.MAX_SAFE_INTEGER}.${Number.MAX_SAFE_INTEGER}`
  return semver.satisfies(farAhead, range) ? String(major) : undefined
}
