/** Normalises texts and queries. */

/** Longer texts are cut, so that a row of the catalogue stays small. */
const MAX_CHARS = 20_000

/**
 * Returns lower case with single spaces and no accents: `getHTTPStatus` and `get_http_status` are three words, Chinese
 * and Japanese become overlapping pairs of characters. Empty if there is no word.
 */
export function searchableText(text: string): string {
  return text
    .slice(0, MAX_CHARS)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu, (run) => ` ${splitPairs(run)} `)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function splitPairs(run: string): string {
  const characters = [...run]
  if (characters.length === 1) return run
  return characters
    .slice(1)
    .map((character, index) => characters[index] + character)
    .join(' ')
}

const MAX_WORDS = 24
const MAX_WORD_CHARS = 60

/** Returns the distinct words of a query. Words without a topic, such as “the”, count only if there are no others. */
export function splitQuery(q: string): string[] {
  const words = [...new Set(searchableText(q).split(' '))].filter(
    (word) => word && word.length <= MAX_WORD_CHARS,
  )
  const topics = words.filter(isTopic)
  return (topics.length > 0 ? topics : words).slice(0, MAX_WORDS)
}

/** Numbers of a query are values, such as “5 miles”, unless it has nothing else. */
function isTopic(word: string): boolean {
  return !STOP_LIST.has(word) && !/^\d{1,2}$/.test(word)
}

/** Returns the words of a query as they stand, for phrases. */
export function wordsInOrder(q: string): string[] {
  return searchableText(q).split(' ').filter(Boolean).slice(0, MAX_WORDS)
}

const STOP_LIST = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by
  can could d did do does doing down during each few for from further had has have having he her here hers him his how
  i if in into is it its itself just ll m me more most my myself no nor not now of off on once only or other our out
  over own re s same she should so some such t than that the their them then there these they this those through to
  too under until up ve very was we were what when where which while who whom why will with would you your
  please help need want like tell know give get let make thank thanks hi hello hey dear okay ok going looking able
  kindly assist assistance using use used interested hoping hope wish wanted wants needs trying try think guess right
  really lot well got im ill id ive dont doesnt cant provide
  der das den dem des ein eine einen einer eines mit von vom zu zum zur und oder fur auf aus bei ist sind wie viele viel ich
  mein meine turn`.split(/\s+/),
)
