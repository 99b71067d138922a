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

/** Words of other languages, and words that imply a topic; what they stand for. Written as `searchableText` writes them. */
// biome-ignore format: table
const ALIASES: Record<string, string> = {
  wort: 'word words', worter: 'word words', anzahl: 'count', zahlen: 'count',
  rechnung: 'invoice', mehrwertsteuer: 'vat tax', mwst: 'vat tax', steuer: 'tax',
  wahrung: 'currency', umrechnen: 'convert', einheiten: 'units', datum: 'date', wetter: 'weather',
  passwort: 'password', tabelle: 'table', bild: 'image', vergleichen: 'compare', ubersetzen: 'translate',
  日付: 'date', 計算: 'calculate arithmetic count', 単語: 'word words', 語数: 'count', 天気: 'weather', 通貨: 'currency', 翻訳: 'translate',
  readability: 'sentences reading',
}

export function synonymsOf(word: string): readonly string[] {
  const aliases = Object.hasOwn(ALIASES, word) ? ALIASES[word]!.split(' ') : []
  return [...aliases, ...(synonyms.get(word) ?? [])]
}

/** Names of units, by the symbols that contracts offer as choices. */
// biome-ignore format: table
const UNITS: Record<string, string> = {
  mm: 'millimetres millimeters', cm: 'centimetres centimeters', m: 'metres meters', km: 'kilometres kilometers',
  in: 'inches', ft: 'feet foot', yd: 'yards', mi: 'miles', g: 'grams', kg: 'kilograms kilos', t: 'tonnes', oz: 'ounces',
  lb: 'pounds', ml: 'millilitres milliliters', l: 'litres liters', C: 'celsius', F: 'fahrenheit', K: 'kelvin',
  USD: 'dollars', EUR: 'euros', GBP: 'pounds sterling', JPY: 'yen', CHF: 'francs',
}

/** Returns the choices as words, with the names of those that are symbols of units. */
export function nameChoices(choices: readonly string[]): string {
  // A single letter is a unit only among others.
  const units = choices.filter((each) => Object.hasOwn(UNITS, each))
  const names = units.length > 1 ? units.map((each) => UNITS[each]) : []
  return [...choices, ...names].join(' ')
}

// Names of one file format. As synonyms, “csv” and “excel” are alike; as what is read or written, they are not.
const FILE_FORMATS = [
  ['xlsx', 'xls', 'excel', 'spreadsheet'],
  ['html', 'htm'],
  ['markdown', 'md'],
  ...['csv', 'json', 'xml', 'pdf', 'yaml'].map((name) => [name]),
]

/** Returns the names of the file format that a word names; empty for other words. */
export function namesOfFormat(word: string): readonly string[] {
  return FILE_FORMATS.find((names) => names.includes(word)) ?? []
}

// What people call a task, and the words of descriptions.
const PHRASES: [RegExp, string][] = [
  [/\bdates? diff(?:erence)?s?\b/gi, 'days between dates'],
  [/\bdiff(?:erence)? (?:between|of) (?:two |2 )?dates\b/gi, 'days between dates'],
  // Titles write “two texts”, and a number alone would be left out as a value.
  [/\b2(?= \p{L}+s\b)/gu, 'two'],
]

/** Returns the query with phrases that no description has in other words. */
export function replacePhrases(q: string): string {
  return PHRASES.reduce((text, [phrase, words]) => text.replace(phrase, words), q)
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

const MAX_SHORT_CHARS = 5
const MIN_CORRECTED = 4

/** Short words are often a letter away from others: “hash” and “has”, “sort” and “short”. */
export function isShortWord(word: string): boolean {
  return word.length <= MAX_SHORT_CHARS
}

/** Returns spellings of a short word with the slips of typing: two letters swapped, or one typed twice or once. */
export function slipsOf(word: string): string[] {
  if (word.length < MIN_CORRECTED || word.length > MAX_SHORT_CHARS + 1) return []
  const slips = new Set<string>()
  for (let at = 0; at < word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after.length > 1) slips.add(before + after[1] + after[0] + after.slice(2))
    slips.add(before + after[0] + after)
    if (after[0] === after[1]) slips.add(before + after.slice(1))
  }
  slips.delete(word)
  return [...slips]
}

/** Whether a known word can be what was meant: the first letter is rarely wrong, and tiny words are rarely mistyped. */
export function isLikelyMeant(word: string, known: string): boolean {
  if (Math.min(word.length, known.length) < MIN_CORRECTED) return false
  return word[0] === known[0] || (word[0] === known[1] && word[1] === known[0])
}

/**
 * Returns how many errors a word may have to be taken for another, as in Meilisearch: none with two letters, two from
 * nine letters on.
 */
export function allowedErrors(word: string): 0 | 1 | 2 {
  if (word.length < 3) return 0
  return word.length < 9 ? 1 : 2
}
