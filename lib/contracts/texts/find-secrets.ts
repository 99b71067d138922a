/** Finds credentials that a publisher forgot in a document: a version is public for ever, and its secrets with it. */

import type { Json } from '../../kernel/json/json.ts'
import { objectEntries, pointerKeys, valueAt } from '../../kernel/json/json-pointer.ts'
import { isSecretDefinition } from '../document/config-values.ts'
import type { ConfigDefinition } from '../document/skillset-document.ts'
import { type DocumentText, documentTexts, type SeparateFile } from './document-texts.ts'
import {
  ASSIGNMENT,
  ENVIRONMENT_LINE,
  SECRET_NAME,
  SECRET_RULES,
  type SecretRule,
  UNCERTAIN_RULES,
} from './secret-rules.ts'

export type FoundSecret = {
  /** The same for the same secret wherever it stands, so that an answer holds for later versions. */
  id: string
  pointer: string
  section: DocumentText['section']
  /** Counted from 1; null in a text of one line. */
  line: number | null
  /** "The code of greet contains what looks like a Stripe key (sk_l…, 32 characters), in line 3". */
  sentence: string
}

/** Returns each secret once, at its first place. */
export function findSecrets(document: Json, separate: readonly SeparateFile[] = []): FoundSecret[] {
  const secretKeys = listSecretKeys(document)
  // Names and words of schemas occur thousands of times.
  const matchesOfText = new Map<string, Match[]>()
  const found = documentTexts(document, separate).flatMap((given) => {
    const matches = matchesOfText.get(given.text) ?? findMatches(given.text)
    matchesOfText.set(given.text, matches)
    return secretsIn(given, matches, secretKeys)
  })
  return [...new Map(found.toReversed().map((each) => [each.id, each])).values()].toReversed()
}

function findMatches(text: string): Match[] {
  if (text.length < MIN_MATCH_CHARS) return []
  const matches = ALL_RULES.flatMap((rule) => findRuleMatches(rule, text)).slice(0, MAX_MATCHES)
  // A Stripe key that is assigned to `apiKey` is one finding: the first rule, which is the most specific, names it.
  return matches.filter((match, at) => !matches.slice(0, at).some((earlier) => overlaps(earlier, match)))
}

/** Returns what looks like a secret in each text: "a Stripe key (sk_l…, 32 characters)". Each once a text. */
export function nameSecrets(texts: readonly string[]): string[][] {
  return texts.map((text) => [
    ...new Set(findMatches(text).map(({ rule, secret }) => `${rule.name} (${maskSecret(secret)})`)),
  ])
}

function secretsIn(
  given: DocumentText,
  matches: readonly Match[],
  secretKeys: ReadonlySet<string>,
): FoundSecret[] {
  const { pointer, section, label, text } = given
  const isWhole = matches.length === 0 && holdsSecret(given, secretKeys)
  const found = isWhole ? [{ rule: ASSIGNMENT, secret: text, index: 0 }] : matches
  return found.map(({ rule, secret, index }) => {
    const line = text.slice(0, index).split('\n').length
    const place = text.includes('\n') ? `, in line ${line}` : ''
    return {
      id: `${rule.id}:${maskSecret(secret)}`,
      pointer,
      section,
      line: text.includes('\n') ? line : null,
      sentence: `${label} contains what looks like ${rule.name} (${maskSecret(secret)})${place}`,
    }
  })
}

const ALL_RULES = [...SECRET_RULES, ENVIRONMENT_LINE, ASSIGNMENT]

/** No rule matches less: the shortest match is a line of a .env file such as KEY=abcdefgh. */
const MIN_MATCH_CHARS = 12
const MIN_SECRET_CHARS = 8

/** A file with more is a list of secrets, which one finding tells as well as a thousand. */
const MAX_MATCHES = 50

type Match = { rule: SecretRule; secret: string; index: number }

function overlaps(one: Match, other: Match): boolean {
  return one.index < other.index + other.secret.length && other.index < one.index + one.secret.length
}

function findRuleMatches(rule: SecretRule, text: string): Match[] {
  return [...text.matchAll(rule.pattern)].flatMap((match) => {
    const secret = match[1] ?? match[2] ?? match[0]
    if (isPlaceholder(secret)) return []
    const isUncertain = [ASSIGNMENT.id, ENVIRONMENT_LINE.id, ...UNCERTAIN_RULES].includes(rule.id)
    if (isUncertain && (isDocumented(secret) || !looksRandom(secret))) return []
    return [{ rule, secret, index: match.index + match[0].indexOf(secret) }]
  })
}

/** The value of a secret setting in an example, or of a property whose name says that it is one. */
function holdsSecret({ pointer, key, kind, text }: DocumentText, secretKeys: ReadonlySet<string>): boolean {
  if (key === undefined || kind !== 'data' || text.length < MIN_SECRET_CHARS || /\s/.test(text)) return false
  const keys = pointerKeys(pointer)
  const isSetting = keys[0] === 'skills' && keys[2] === 'examples' && keys[4] === 'config'
  if (isSetting && secretKeys.has(key)) return !isPlaceholder(text) && !isDocumented(text)
  return SECRET_NAME.test(key) && looksRandom(text) && !isPlaceholder(text) && !isDocumented(text)
}

function listSecretKeys(document: Json): ReadonlySet<string> {
  const definitions = objectEntries(valueAt(document, '/configDefinitions'))
  const secret = definitions.filter(([each]) => isSecretDefinition(each as ConfigDefinition))
  return new Set(secret.map(([{ key }]) => String(key)))
}

/** Matches placeholders: no service issues such a key. */
const PLACEHOLDER = /example|xxxx|\*\*\*|\.\.\.|…|0123456789|1234567890|abcdefghij|deadbeef|(.)\1{7}/i

/** Words that documentation puts where a secret belongs, passwords that everybody uses, and references to a secret elsewhere. */
const DOCUMENTED =
  /sample|placeholder|change[_-]?me|replace|your|dummy|fake|mock|test|redacted|hidden|secret[_-]?(?:key|here|value)|insert|todo|<[^>]*>|\$\{|\{\{|%[A-Z_]+%|^\$[A-Z_]|process\.env|environ|getenv|p[a@4][s$5]{2}w[o0]rd/i

function isDocumented(secret: string): boolean {
  return DOCUMENTED.test(secret)
}

/** The sample of jwt.io: the subject 1234567890. */
const SAMPLE_JWT = 'eyJzdWIiOiIxMjM0NTY3ODkw'

function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret) || secret.includes(SAMPLE_JWT)
}

const MIN_RANDOM_CHARS = 12
/** Bits for each character, as in gitleaks: words have about 3, random letters and digits 4 and more, 32 hexadecimal digits 3.6. */
const MIN_ENTROPY = { oneCase: 3.3, mixedCase: 3, hex: 2.8 }

/** Letters with digits, no path, identifier or version, and hardly a repeated character. */
export function looksRandom(text: string): boolean {
  if (text.length < MIN_RANDOM_CHARS || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  if (/^[a-z]+(?:[._:/-][a-z0-9]{1,12})*$/i.test(text) || /^(?:https?:)?\/\//i.test(text)) return false
  if (/[()[\]]|=>/.test(text)) return false
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text)
  const alphabet = isMixed ? 'mixedCase' : /^[0-9a-f]{32,}$/i.test(text) ? 'hex' : 'oneCase'
  return measureEntropy(text) >= MIN_ENTROPY[alphabet]
}

function measureEntropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
}

/** Enough to recognise a secret that one knows, and too little to use it. */
function maskSecret(secret: string): string {
  const shown = secret.length >= 24 ? `${secret.slice(0, 4)}…${secret.slice(-4)}` : `${secret.slice(0, 3)}…`
  return `${shown}, ${secret.length} characters`
}
