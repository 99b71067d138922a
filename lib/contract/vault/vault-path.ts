/**
 * Where something is in the vault: "Folder/Note.md". Ground, pure: the plan checker and the browser ask it too.
 *
 * Refused is what could mean a place outside the vault on any system, and what no name can be. Everything else is a
 * name, in whatever script; it is kept in NFC, so that one name is one sequence of bytes.
 * Source: specification "First-party tools and plans", Vault; seed "Tool Input/Output Schema Conventions" §1.2, §3.1.
 */
import { AppError } from '../../errors.ts'

/** In UTF-8. */
export const MAX_PATH_BYTES = 1_024

/**
 * What makes one name look like another ("a\u202egnp.exe" reads as "aexe.png"): marks of direction, spaces and joiners
 * of no width, and what stands for bytes that were no text. Not the joiners that scripts and emoji are written with.
 * Source: Unicode Technical Report 36, §2.5 and §3.5; Unicode Standard Annex 9, §2.
 */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffd]/

// biome-ignore format: a table reads in rows
const RULES: [refuses: (path: string) => boolean, why: string][] = [
  [(path) => path === '',                             'must not be empty'],
  [(path) => path.includes('\0'),                     'must not contain the character NUL'],
  [(path) => path.includes('\\'),                     'must not contain backslashes: folders are told apart by “/”'],
  [(path) => path.includes('://'),                    'must not be an address (“://”)'],
  [(path) => path.startsWith('/'),                    'must not begin with “/”: it is relative to the vault'],
  [(path) => /^[A-Za-z]:/.test(path),                 'must not begin with a drive letter'],
  [(path) => path.split('/').includes('..'),          'must not contain “..”'],
  [(path) => path.split('/').includes('.'),           'must not contain “.” as a name'],
  [(path) => path.split('/').includes(''),            'must not contain an empty name (“//”, or “/” at its end)'],
  [(path) => path.split('/').some(isBlank),            'must not contain a name of nothing but blanks'],
  [(path) => !path.isWellFormed(),                    'must be well-formed Unicode'],
  [(path) => /\p{Cc}|[\u2028\u2029]/u.test(path),     'must not contain line breaks or other control characters'],
  [(path) => UNSEEN.test(path),                       'must not contain invisible characters, or such as change how a name reads'],
  [(path) => bytesOf(path) > MAX_PATH_BYTES,          `must have at most ${MAX_PATH_BYTES} bytes`],
]

/** Also the letters that are drawn as nothing: the fillers of Hangul, the blank of Braille. */
function isBlank(name: string): boolean {
  return /^[\s\u115f\u1160\u2800\u3164\uffa0]+$/.test(name)
}

/** Why `path` is no path of a vault, as the end of a sentence; undefined when it is one. Judges its NFC form. */
export function whyNotVaultPath(path: string): string | undefined {
  const normal = path.normalize('NFC')
  return RULES.find(([refuses]) => refuses(normal))?.[1]
}

/** The path in NFC. Throws POLICY_DENIED, with the rule, for what is none. */
export function parseVaultPath(given: string): string {
  const why = whyNotVaultPath(given)
  if (why) throw denied(given, why)
  return given.normalize('NFC')
}

/** The same for a folder, which may end with "/"; "" and "/" are the vault itself. */
export function parseVaultFolder(given: string): string {
  if (given === '' || given === '/') return ''
  return parseVaultPath(given.replace(/([^/])\/$/, '$1'))
}

/**
 * What a path is known by: two that differ by case only have the same key, so there can be one of them.
 *
 * Upper case first, because some letters only meet there ("ß" and "SS", "ς" and "σ"). It folds a little more than
 * Unicode's own table (a dotless "ı" meets "i"): that refuses a name now and then, and never confuses two.
 */
export function vaultKey(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** "" for what is in no folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** What it is called within its folder. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** "a/b/c.md" is in "a" and in "a/b": outermost first. */
export function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** True for the folder itself and for everything below it; every path is within "". */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** "Folder/Title (2).md": the ending stays at the end. A name that begins with its only dot has none. */
export function numberedPath(path: string, number: number): string {
  const start = numberedStart(path)
  return `${start}${number})${path.slice(start.length - 2)}`
}

/** "Folder/Title (": what all numbered paths of one path begin with. */
export function numberedStart(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.length - dot : 0
  return `${path.slice(0, path.length - ending)} (`
}

/** In lower case, without its dot; "" when there is none. */
export function extensionOf(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

function denied(path: string, why: string): AppError {
  const shown = path.length > 120 ? `${path.slice(0, 120)}…` : path
  return new AppError('POLICY_DENIED', {
    message: `The path “${shown.toWellFormed()}” ${why}.`,
    suggestedAction: 'Give a path within the vault, such as “Notes/Today.md”.',
  })
}
