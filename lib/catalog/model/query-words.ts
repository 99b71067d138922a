/**
 * “Book a table in Oslo on 4 May at 19:30” gives values; a contract names their kinds. Values that no skill mentions
 * become the words for their kind.
 */
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const YEAR = String.raw`(?:,?\s*\d{4})?`

const DATE = new RegExp(
  [
    String.raw`\b(?:${MONTH})\.?\s+${DAY}\b${YEAR}`,
    String.raw`\b${DAY}\s+(?:of\s+)?(?:${MONTH})\b${YEAR}`,
    String.raw`\b\d{4}-\d{1,2}-\d{1,2}\b`,
    String.raw`\b\d{1,2}\/\d{1,2}\/\d{2,4}\b`,
    String.raw`\b(?:today|tomorrow|yesterday|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend)\b`,
  ].join('|'),
  'gi',
)
const TIME = /\b\d{1,2}:\d{2}\b|\b\d{1,2}(?::\d{2})?\s*(?:am|pm|a\.m\.|p\.m\.|o'clock)/gi
const MONEY = /[$€£¥]\s*\d[\d,.]*/g
/** Matches “in San Francisco, CA”, also without the region. */
const LOCATION = /\b(?:in|near|from|to|at)\s+(?:\p{Lu}\p{L}+\s?){1,3}/u

/**
 * Removes dates, times and amounts from a sentence. Returns the rest, and words for the kinds of its values, places
 * included.
 */
export function replaceValues(sentence: string): { rest: string; kinds: string[] } {
  const kinds: string[] = []
  const replace = (pattern: RegExp, words: string[]) => (text: string) =>
    text.replace(pattern, () => {
      kinds.push(...words)
      return ' '
    })
  const steps = [replace(DATE, ['date']), replace(TIME, ['time']), replace(MONEY, ['amount', 'price'])]
  const rest = steps.reduce((text, step) => step(text), sentence)
  if (LOCATION.test(rest)) kinds.push('city', 'location')
  return { rest, kinds: [...new Set(kinds)] }
}

/** Each line is a group. A synonym ranks below the word itself. */
const GROUPS = `
  csv spreadsheet excel xlsx
  picture image photo
  convert transform
  translate translation
  movie film
  buy purchase
  song music track
  car vehicle
  delete remove
  price cost
  email mail
  weather forecast
  summary summarize tldr
  currency exchange
  chart graph plot
  phone telephone
  doctor physician
  lawyer attorney
  password passphrase
  url link
  dedupe deduplicate duplicates
`

const synonyms = new Map<string, string[]>()
for (const line of GROUPS.trim().split('\n')) {
  const group = line.trim().split(' ')
  for (const word of group)
    synonyms.set(
      word,
      group.filter((other) => other !== word),
    )
}

export function synonymsOf(word: string): readonly string[] {
  return synonyms.get(word) ?? []
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789ß']
/** A longer word has thousands of spellings with one error, too many to look up. */
const MAX_CHARS = 24

/** Returns words with one missing, extra, wrong or swapped character; none for a long word. */
export function spellingsNear(word: string): string[] {
  if (word.length > MAX_CHARS) return []
  const near = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of LETTERS) near.add(before + letter + after)
    if (after === '') continue
    near.add(before + after.slice(1))
    for (const letter of LETTERS) near.add(before + letter + after.slice(1))
    if (after.length > 1) near.add(before + after[1] + after[0] + after.slice(2))
  }
  near.delete(word)
  near.delete('')
  return [...near]
}

/** Returns the number of missing, extra, wrong or swapped characters (optimal string alignment). */
export function spellingDistance(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (isSwapped) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length]!
}

/**
 * Returns how many errors a word may have to be taken for another, as in Meilisearch: none with two letters, two from
 * nine letters on.
 */
export function allowedErrors(word: string): 0 | 1 | 2 {
  if (word.length < 3) return 0
  return word.length < 9 ? 1 : 2
}
