/**
 * Refuses what could lead outside the vault on any system. NFC gives each name one encoding. See
 * docs/spec/tools-and-plans.md §1.
 */
import { AppError } from '../../kernel/errors.ts'

export const MAX_PATH_BYTES = 1_024

/**
 * "a\u202egnp.exe" is displayed as "aexe.png". Joiners that scripts and emoji need are allowed. See Unicode Technical
 * Report 36, §2.5 and §3.5; Unicode Standard Annex 9, §2.
 */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffd]/

// biome-ignore format: table
const RULES: [refuses: (path: string) => boolean, why: string][] = [
  [(path) => path === '',                             'must not be empty'],
  [(path) => path.includes('\0'),                     'must not contain NUL'],
  [(path) => path.includes('\\'),                     'must not contain backslashes: separate folders with “/”'],
  [(path) => path.includes('://'),                    'must not be a URL (“://”)'],
  [(path) => path.startsWith('/'),                    'must not start with “/”: paths are relative to the vault'],
  [(path) => /^[A-Za-z]:/.test(path),                 'must not start with a drive letter'],
  [(path) => path.split('/').includes('..'),          'must not contain “..”'],
  [(path) => path.split('/').includes('.'),           'must not contain “.” as a name'],
  [(path) => path.split('/').includes(''),            'must not contain an empty name (“//”, or “/” at its end)'],
  [(path) => path.split('/').some(isBlank),            'must not contain a blank name'],
  [(path) => !path.isWellFormed(),                    'must be well-formed Unicode'],
  [(path) => /\p{Cc}|[\u2028\u2029]/u.test(path),     'must not contain line breaks or other control characters'],
  [(path) => UNSEEN.test(path),                       'must not contain invisible characters or characters that change the text direction'],
  [(path) => bytesOf(path) > MAX_PATH_BYTES,          `must be at most ${MAX_PATH_BYTES} bytes`],
]

/** Includes Hangul fillers and blank Braille. */
function isBlank(name: string): boolean {
  return /^[\s\u115f\u1160\u2800\u3164\uffa0]+$/.test(name)
}

/** Returns why a path is refused, as the end of a sentence; undefined for a valid one. The path must be in NFC form. */
export function vaultPathError(path: string): string | undefined {
  const normal = path.normalize('NFC')
  return RULES.find(([refuses]) => refuses(normal))?.[1]
}

/** Returns the path in NFC form. Throws POLICY_DENIED if it is invalid. */
export function parseVaultPath(given: string): string {
  const reason = vaultPathError(given)
  if (reason) throw denied(given, reason)
  return given.normalize('NFC')
}

/** Returns the path of a folder, which may end with “/”; "" and "/" are the root. Throws POLICY_DENIED if it is invalid. */
export function parseVaultFolder(given: string): string {
  if (given === '' || given === '/') return ''
  return parseVaultPath(given.replace(/([^/])\/$/, '$1'))
}

/**
 * Returns the name with which two names are compared regardless of case. By way of upper case, because some letters only match
 * there ("ß" and "SS", "ς" and "σ"), and by lower case before, because "ẞ" is its own upper case. Never confuses two names.
 */
export function vaultKey(path: string): string {
  return path.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function vaultFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function listFolders(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

export function numberedPath(path: string, number: number): string {
  const start = numberedStart(path)
  return `${start}${number})${path.slice(start.length - 2)}`
}

export function numberedStart(path: string): string {
  const name = vaultFileName(path)
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.length - dot : 0
  return `${path.slice(0, path.length - ending)} (`
}

export function extensionOf(path: string): string {
  const name = vaultFileName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

function denied(path: string, reason: string): AppError {
  const shown = path.length > 120 ? `${path.slice(0, 120)}…` : path
  return new AppError('POLICY_DENIED', {
    message: `The path “${shown.toWellFormed()}” ${reason}.`,
    suggestedAction: 'Use a path within the vault, such as “Notes/Today.md”.',
  })
}
