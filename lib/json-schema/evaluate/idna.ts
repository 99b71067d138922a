/**
 * Internationalised labels of host names. A label that starts with "xn--" has to be the Punycode of a valid label: see
 * RFC 5891 §4.2 for the rules, RFC 5892 for the characters and their contexts, and RFC 3492 for Punycode.
 */
import punycode from 'punycode.js'

/** Returns whether the labels of a host name are valid; those without "xn--" have been checked as ASCII. */
export function areIdnaLabels(labels: readonly string[]): boolean {
  const decoded = labels.map(decodeLabel)
  if (!decoded.every((label) => label !== undefined)) return false
  // A name with one label that is written from right to left needs all of them to be readable in both directions.
  return !decoded.some((label) => RIGHT_TO_LEFT.test(label)) || decoded.every(isBidiLabel)
}

function decodeLabel(label: string): string | undefined {
  const lower = label.toLowerCase()
  if (!lower.startsWith('xn--')) return lower
  const decoded = decode(lower.slice(4))
  if (decoded === undefined || !/[^\0-\x7f]/.test(decoded)) return undefined
  return punycode.encode(decoded) === lower.slice(4) && isUnicodeLabel(decoded) ? decoded : undefined
}

function decode(encoded: string): string | undefined {
  try {
    return punycode.decode(encoded)
  } catch {
    return undefined
  }
}

export function isUnicodeLabel(label: string): boolean {
  if (label.normalize('NFC') !== label || /^-|-$|^..--/su.test(label) || /^\p{M}/u.test(label)) return false
  const characters = [...label]
  return characters.every((character, at) => isAllowed(character, characters, at))
}

// RFC 5892 §2.6: characters that the general rules would judge otherwise.
const VALID_EXCEPTIONS = /^[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]$/
const INVALID_EXCEPTIONS = /^[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]$/
const LETTERS_AND_DIGITS = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]$/u
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]$/u
const OLD_HANGUL = /^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/
const IGNORED_BLOCKS = /^[\u20d0-\u20ff\u{1d100}-\u{1d24f}]$/u

function isAllowed(character: string, all: readonly string[], at: number): boolean {
  const context = CONTEXTS[character] ?? contextOfDigit(character)
  if (context) return context(all, at)
  if (VALID_EXCEPTIONS.test(character)) return true
  if (INVALID_EXCEPTIONS.test(character)) return false
  if (/^[a-z0-9-]$/.test(character)) return true
  const isStable = character.normalize('NFKC').toLowerCase().normalize('NFKC') === character
  return (
    isStable &&
    LETTERS_AND_DIGITS.test(character) &&
    !IGNORABLE.test(character) &&
    !OLD_HANGUL.test(character) &&
    !IGNORED_BLOCKS.test(character)
  )
}

type Context = (all: readonly string[], at: number) => boolean

// RFC 5892, appendix A. A virama joins the letters around it.
const VIRAMAS =
  /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed]$/
const isVirama = (character: string | undefined) => character !== undefined && VIRAMAS.test(character)
const isHebrew = (character: string | undefined) => /^\p{Script=Hebrew}$/u.test(character ?? '')

const CONTEXTS: Record<string, Context | undefined> = {
  '\u200c': (all, at) => isVirama(all[at - 1]) || joinsAround(all, at),
  '\u200d': (all, at) => isVirama(all[at - 1]),
  '\u00b7': (all, at) => all[at - 1] === 'l' && all[at + 1] === 'l',
  '\u0375': (all, at) => /^\p{Script=Greek}$/u.test(all[at + 1] ?? ''),
  '\u05f3': (all, at) => isHebrew(all[at - 1]),
  '\u05f4': (all, at) => isHebrew(all[at - 1]),
  '\u30fb': (all) =>
    all.some((each) => /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]$/u.test(each)),
}

/** Arabic-Indic digits must not be mixed with extended ones. */
function contextOfDigit(character: string): Context | undefined {
  if (/^[\u0660-\u0669]$/.test(character)) return (all) => !all.some((each) => /^[\u06f0-\u06f9]$/.test(each))
  if (/^[\u06f0-\u06f9]$/.test(character)) return (all) => !all.some((each) => /^[\u0660-\u0669]$/.test(each))
  return undefined
}

/** Scripts whose letters join, and the letters that join only to the right or not at all. */
const JOINING =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Phags_Pa}]$/u
const JOINS_RIGHT_ONLY =
  /^[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f\u074d\u0759-\u075b]$/
const JOINS_NOT = /^[\u0621\u0674\u06dd]$/

function joinsAround(all: readonly string[], at: number): boolean {
  const isTransparent = (character: string | undefined) => /^\p{Mn}$/u.test(character ?? '')
  let before = at - 1
  while (isTransparent(all[before])) before--
  let after = at + 1
  while (isTransparent(all[after])) after++
  const joins = (character: string | undefined) =>
    character !== undefined && JOINING.test(character) && !JOINS_NOT.test(character)
  return joins(all[before]) && !JOINS_RIGHT_ONLY.test(all[before] ?? '') && joins(all[after])
}

const RIGHT_TO_LEFT =
  /[\u0660-\u0669\u066b\u066c]|(?![\u06f0-\u06f9\p{Mn}])[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u
const EUROPEAN_DIGIT = /[0-9\u06f0-\u06f9]/
const ARABIC_DIGIT = /[\u0660-\u0669\u066b\u066c]/

/** RFC 5893 §2. */
export function isBidiLabel(label: string): boolean {
  const [first = ''] = label
  const last = [...label.replace(/\p{Mn}+$/u, '')].at(-1) ?? ''
  const isLeftToRight = (character: string) => /\p{L}/u.test(character) && !RIGHT_TO_LEFT.test(character)
  if (RIGHT_TO_LEFT.test(first) && !ARABIC_DIGIT.test(first))
    return (
      ![...label].some(isLeftToRight) &&
      (RIGHT_TO_LEFT.test(last) || EUROPEAN_DIGIT.test(last)) &&
      !(EUROPEAN_DIGIT.test(label) && ARABIC_DIGIT.test(label))
    )
  return (
    isLeftToRight(first) && !RIGHT_TO_LEFT.test(label) && (isLeftToRight(last) || EUROPEAN_DIGIT.test(last))
  )
}
