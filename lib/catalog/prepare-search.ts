/** Finds which words exist, are misspelt, or are rare. */

import type { Database } from '../kernel/db/prisma-client.ts'
import {
  allowedErrors,
  isLikelyMeant,
  isShortWord,
  namesOfFormat,
  replacePhrases,
  replaceValues,
  slipsOf,
  spellingDistance,
  spellingsNear,
  synonymsOf,
} from './model/query-words.ts'
import { splitQuery, wordsInOrder } from './model/searchable-text.ts'
import {
  estimateFrequency,
  frequentAbove,
  matchesAnyEntry,
  parseWebSearch,
  RARE,
  type TextSearch,
} from './rows/catalog-search.ts'
import {
  findCompounds,
  findSimilar,
  type KnownWord,
  lookUpVocabulary,
  type SearchWordRow,
  selectWritten,
} from './rows/search-words.ts'

export type PreparedSearch = Omit<TextSearch, 'name'> & {
  /** Set if words were corrected. */
  corrected: string | null
  maxMatches: number
}

/** `entries` is the approximate number of matches. */
type Term = {
  word: string
  match: string /** Without synonyms. */
  exact: string
  ranks: TextSearch['ranks']
  entries: number
}

/** A query of more words is taken for a sentence, of which an entry needs only some words. */
const MAX_REQUIRED = 4

/** Returns null if no entry can match. */
export async function prepareSearch(db: Database, typed: string): Promise<PreparedSearch | null> {
  const q = replacePhrases(typed)
  const words = splitQuery(q)
  if (words.length > MAX_REQUIRED) return prepareSentence(db, q)
  const { rows, entries } = await lookUpVocabulary(db, words)
  const known = words.map((word) => rows.find((row) => row.word === word)!)
  if (isWebSearch(q)) {
    const match = await parseWebSearch(db, q)
    const ranks = known.flatMap((row) => toTerm(row, entries)?.ranks ?? [])
    return match
      ? {
          match,
          titleMatch: match,
          phrase: null,
          ranks,
          isSentence: false,
          isFrequent: RARE,
          corrected: null,
          maxMatches: entries,
        }
      : null
  }
  const terms = await Promise.all(
    known.map(
      (row, index) =>
        toTerm(row, entries) ??
        (index === words.length - 1 ? toPrefixTerm(row, entries) : null) ??
        correctedTerm(db, row.word, entries),
    ),
  )
  const found = terms.filter((term) => term !== null)
  if (found.length === 0) return null
  const isCorrected = found.some(({ word }) => !words.includes(word))
  const corrected = isCorrected ? terms.map((term, index) => term?.word ?? words[index]).join(' ') : null
  const match = found.map((term) => `(${term.match})`).join(' & ')
  const phrase = phraseIn(q, found)
  const isEveryWordFound = found.length === words.length
  if (!isEveryWordFound || (found.length > 1 && !(await matchesAnyEntry(db, match))))
    return { ...(await matchSomeTerms(db, found, entries)), phrase, corrected, maxMatches: entries }
  const ranks = found.flatMap((term) => term.ranks)
  const maxMatches = Math.min(...found.map((term) => term.entries))
  const text = { match, titleMatch: match, phrase, ranks, isSentence: false }
  return {
    ...text,
    isFrequent: found.length > 1 ? await countMatches(db, text, maxMatches, entries) : RARE,
    corrected,
    maxMatches,
  }
}

/** Words that stand for kinds of values say less about the topic, so they weigh less. */
const KIND_WEIGHT = 0.7

/** Most unknown words of a sentence are names, so nothing is corrected. */
async function prepareSentence(db: Database, sentence: string): Promise<PreparedSearch | null> {
  const { rest, kinds } = replaceValues(sentence)
  const { rows, entries } = await lookUpVocabulary(db, [...new Set([...splitQuery(rest), ...kinds])])
  const terms = rows.flatMap((row) => {
    const term = toTerm(row, entries, kinds.includes(row.word) ? KIND_WEIGHT : 1)
    return term ? [term] : []
  })
  if (terms.length === 0) return null
  const text = await matchSomeTerms(db, terms, entries)
  return { ...text, phrase: phraseIn(rest, terms), corrected: null, maxMatches: entries }
}

/** Words of a phrase have at most two others between them. Neighbours say less about the order: “json csv”. */
const MAX_GAP = 3

/** Returns a tsquery for words in the query's order, at the distance in which they were typed; null without any. */
function phraseIn(q: string, terms: readonly Term[]): string | null {
  const words = wordsInOrder(q)
  const known = words.flatMap((word, at) => {
    const term = terms.find((each) => each.word === word)
    return term ? [{ at, term }] : []
  })
  const pairs = known.slice(1).flatMap(({ at, term }, index) => {
    const before = known[index]!
    const gap = at - before.at
    return gap > 1 && gap <= MAX_GAP ? [`((${before.term.exact}) <${gap}> (${term.exact}))`] : []
  })
  const parts = [...pairs, ...sourcesIn(words, known)]
  return parts.length > 0 ? parts.join(' | ') : null
}

/** In “xlsx to csv”, a skill that reads the file is meant under any name, such as “Spreadsheet to JSON”, and none that writes it. */
function sourcesIn(words: readonly string[], known: readonly { at: number; term: Term }[]): string[] {
  return known.flatMap(({ at, term }) => {
    const isSource = DIRECTIONS.includes(words[at + 1] ?? '') && known.some((other) => other.at === at + 2)
    const names = isSource ? namesOfFormat(term.word) : []
    return names.length > 0 ? [`((${names.map(quote).join(' | ')}) <-> 'to')`] : []
  })
}

const DIRECTIONS = ['to', 'into', 'as']

/** Queries with quotes or a minus are never corrected. */
function isWebSearch(q: string): boolean {
  return /"|(^|\s)-\p{L}/u.test(q)
}

const SYNONYM_WEIGHT = 0.4

function toTerm(row: SearchWordRow, total: number, factor = 1): Term | null {
  const { word, stem, entries, stemEntries } = row
  const matched = Math.max(entries, stemEntries)
  const synonyms = synonymsOf(word)
  if (matched === 0 && synonyms.length === 0) return null
  const ranks = [
    ...(entries > 0 ? [{ lexeme: quote(word), weight: factor * rarity(entries, total) }] : []),
    ...(stem ? [{ lexeme: quote(stem), weight: factor * rarity(stemEntries, total) }] : []),
    ...synonyms.map((other) => ({ lexeme: quote(other), weight: SYNONYM_WEIGHT * rarity(matched, total) })),
  ]
  const match = [...new Set([word, stem ?? word, ...synonyms])].map(quote).join(' | ')
  const exact = [...new Set([word, stem ?? word])].map(quote).join(' | ')
  return { word, match, exact, ranks, entries: matched || total }
}

function toPrefixTerm({ word, prefixEntries }: SearchWordRow, total: number): Term | null {
  if (prefixEntries === 0) return null
  const match = `${quote(word)}:*`
  return {
    word,
    match,
    exact: match,
    ranks: [{ lexeme: match, weight: rarity(prefixEntries, total) }],
    entries: total,
  }
}

/** Words have only letters and digits. */
function quote(lexeme: string): string {
  return `'${lexeme}'`
}

/** As in BM25. */
function rarity(entries: number, total: number): number {
  return Math.log(1 + (Math.max(total - entries, 0) + 0.5) / (entries + 0.5))
}

/** Returns the nearest word, a compound with `word`, or the two words that it joins; null without any. */
async function correctedTerm(db: Database, word: string, total: number): Promise<Term | null> {
  const nearest = (await findNearest(db, word)) ?? (await findSlip(db, word))
  if (nearest) {
    const { rows } = await lookUpVocabulary(db, [nearest])
    return toTerm(rows[0]!, total)
  }
  if (word.length < MIN_COMPOUND) return null
  const compounds = await findCompounds(db, word)
  if (compounds.length > 0) return termOfKnown(word, compounds, ' | ', total)
  const parts = await findParts(db, word)
  return parts ? termOfKnown(parts.map((part) => part.word).join(' '), parts, ' & ', total) : null
}

/** Finds the word that was meant also if only its other forms are written anywhere: “wrod” for “words”. */
async function findSlip(db: Database, word: string): Promise<string | undefined> {
  const slips = slipsOf(word)
  if (slips.length === 0) return undefined
  const { rows } = await lookUpVocabulary(db, slips)
  return rows.filter(({ stemEntries }) => stemEntries > 0).sort((a, b) => b.stemEntries - a.stemEntries)[0]
    ?.word
}

/** Returns the nearest known word. A short word is taken for another only if that is in a title or a tag. */
async function findNearest(db: Database, word: string): Promise<string | undefined> {
  const errors = allowedErrors(word)
  const similar = (await findSimilar(db, word, spellingsNear(word)))
    .map((known) => ({ ...known, distance: spellingDistance(word, known.word) }))
    .filter(({ word: known, distance }) => distance <= errors && isLikelyMeant(word, known))
    .sort((a, b) => a.distance - b.distance || b.entries - a.entries)
    .map((known) => known.word)
  if (!isShortWord(word)) return similar[0]
  const slip = similar.find((known) => slipsOf(word).includes(known))
  if (slip !== undefined) return slip
  const inTitles = await Promise.all(
    similar.slice(0, 3).map(async (known) => ((await matchesAnyEntry(db, `'${known}':AB`)) ? [known] : [])),
  )
  return inTitles.flat()[0]
}

function termOfKnown(word: string, known: readonly KnownWord[], operator: string, total: number): Term {
  const ranks = known.map((part) => ({ lexeme: quote(part.word), weight: rarity(part.entries, total) }))
  const entries = known.reduce((sum, part) => sum + part.entries, 0)
  const match = known.map((part) => quote(part.word)).join(operator)
  return { word, match, exact: match, ranks, entries }
}

/** Shorter words are part of others by chance. */
const MIN_COMPOUND = 5
const MIN_PART = 3

/** Accepts a German linking s. */
async function findParts(db: Database, word: string): Promise<[KnownWord, KnownWord] | null> {
  const cuts = Array.from(
    { length: Math.max(0, word.length - 2 * MIN_PART + 1) },
    (_, index) => index + MIN_PART,
  )
  const pairs = cuts.flatMap((at) => {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    return first.endsWith('s')
      ? [[first, second] as const, [first.slice(0, -1), second] as const]
      : [[first, second] as const]
  })
  const rows = await selectWritten(db, [...new Set(pairs.flat().flatMap((part) => [part, `${part}s`]))])
  const known = new Map(rows.map((row) => [row.word, row]))
  for (const [first, second] of pairs) {
    const [left, right] = [first, second].map((part) => known.get(part) ?? known.get(`${part}s`))
    if (left && right) return [left, right]
  }
  return null
}

/** Words with more matches must match in pairs. */
const MAX_RARE_MATCHES = 3_000
const MAX_COMMON = 4

/** Matches any rare word, or two of the others, so that the work is bounded. */
async function matchSomeTerms(
  db: Database,
  terms: readonly Term[],
  entries: number,
): Promise<Omit<TextSearch, 'name'>> {
  const rarestFirst = [...terms].sort((a, b) => a.entries - b.entries)
  const rare: Term[] = []
  let matched = 0
  for (const term of rarestFirst) {
    matched += term.entries
    if (matched <= MAX_RARE_MATCHES) rare.push(term)
  }
  const common = rarestFirst.slice(rare.length).slice(0, MAX_COMMON)
  const pairs = common.flatMap((one, index) =>
    common.slice(index + 1).map((other) => `((${one.match}) & (${other.match}))`),
  )
  const parts = [...rare.map(({ match }) => `(${match})`), ...pairs]
  const match = parts.length > 0 ? parts.join(' | ') : rarestFirst[0]!.match
  const text = {
    match,
    titleMatch: null,
    phrase: null,
    ranks: terms.flatMap(({ ranks }) => ranks),
    isSentence: true,
  }
  const bound = common.reduce((sum, term) => sum + term.entries, 0)
  return { ...text, isFrequent: await countMatches(db, text, bound, entries) }
}

/** Does not ask the database below `bound` matches. */
async function countMatches(
  db: Database,
  { match, titleMatch, isSentence }: Pick<TextSearch, 'match' | 'titleMatch' | 'isSentence'>,
  bound: number,
  entries: number,
): Promise<TextSearch['isFrequent']> {
  if (bound <= frequentAbove(entries, isSentence)) return RARE
  return estimateFrequency(db, { match, titleMatch, entries })
}
