/**
 * Lists of allowed values that are hidden in a description: "prose, bullets, or structured".
 *
 * Ground, pure. Careful rather than clever: examples ("such as", "e.g.") are no list, and neither are words that
 * describe ("the city or region"). Source: "Skill Input/Output Contract Design" 31.1, principle 2.
 */

const QUOTED = /^(["'`“‘])(.+?)["'`”’]$/
const BARE = /^[A-Za-z0-9][\w.+-]*$/
const MOST_CHOICES = 40
const LONGEST_NAME = 60

// What announces that everything allowed follows.
const ANNOUNCED =
  /(?:\[enum\]|\b(?:one of(?: the following| these)?|enum|allowed(?: values?)?|(?:valid|possible|accepted|supported|available) (?:values?|options?|choices|types?|formats?|modes?)|options|choices|choose (?:from|between)|must be(?: either)?|can be(?: either)?|either)\b)(?: (?:are|is|include))?\s*:?\s*\(?([^.;()\n]+)/gi
// "Output format: prose, bullets, or structured", "Sort order (asc, desc)".
const LISTED = /(?:^[^:.\n]{1,60}:|\()\s*([^.;:()\n]+)(?=$|[.;)\n])/gm
// 'miles' or 'kilometers', in the middle of a sentence.
const QUOTED_RUN = /(?:^|[\s,])((?:["'`][^"'`\n]+["'`](?:,?\s+or\s+|,\s*|\s*\|\s*|\/)?){2,})(?=[\s.;)]|$)/gm
// Options are:\n- 'add' - …\n- 'remove' - …
const BULLETED =
  /\b(?:options|values|one of(?: the following)?|choices|modes|methods|types|formats)\b[^\n:]{0,30}:\s*\n((?:\s*[-*•]\s*[^\n]+\n?){2,})/i
const BULLET = /^\s*[-*•]\s*(?:["'`]([^"'`]+)["'`]|([\w.+-]+)\s*(?=$|[:–(]|\s-\s))/
const TELLS_ALL =
  /^(?:\[enum\]|one of|allowed|valid|possible|accepted|supported|available|options|choices|choose|enum)/i
const EXAMPLE =
  /\b(?:e\.?g\b|eg:|i\.e\b|such as|for example|for instance|example|examples|like|etc|and so on|including|ideally|preferably)\b|…|\.\.\./i
// Fields whose very name asks for a choice: here two bare words are enough.
const CHOICE_NAME =
  /^units?_|(?:^|_|-|(?<=[a-z]))(?:format|mode|order|direction|sort|unit|units|type|kind|level|style|scope|status|state|severity|priority|visibility|theme|tone|size|method|strategy|encoding)$/i

/** The values a description lists as the only ones; null when it lists none. */
export function choicesIn(description: string, name: string): string[] | null {
  const isChoice = name.length <= LONGEST_NAME && CHOICE_NAME.test(name)
  const bulleted = readBullets(description)
  if (bulleted) return bulleted
  const texts = [...description.matchAll(ANNOUNCED), ...description.matchAll(LISTED)]
  if (isChoice) texts.push(...description.matchAll(QUOTED_RUN))
  for (const [whole, text = ''] of texts) {
    // "First, middle and last" are parts of one thing; "allowed values are a, b and c" are a choice.
    if (/\band\b/i.test(text) && !TELLS_ALL.test(whole)) continue
    const choices = readList(text, description, { least: isChoice ? 2 : 3 })
    if (choices) return choices
  }
  return null
}

function readBullets(description: string): string[] | null {
  const lines = BULLETED.exec(description)?.[1]?.trim().split('\n') ?? []
  const found = lines.map((line) => {
    const [, quoted, bare] = BULLET.exec(line) ?? []
    return quoted ?? bare
  })
  const choices = found.filter((each) => each !== undefined)
  return choices.length >= 2 && choices.length === lines.length ? [...new Set(choices)] : null
}

function readList(text: string, whole: string, { least }: { least: number }): string[] | null {
  if (EXAMPLE.test(whole)) return null
  const parts = text
    .replace(/^\s*\[|\]\s*$/g, '')
    .replace(/\s+(?:\(?default\b.*)$/i, '')
    .split(/\s*(?:,\s*or\s+|,\s*and\s+|,|\||\s\/\s|(?<=\w)\/(?=\w)|\s+or\s+|\s+and\s+)\s*/i)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2 || parts.length > MOST_CHOICES) return null
  const quoted = parts.map((part) => QUOTED.exec(part)?.[2])
  const isQuoted = quoted.every((each) => each !== undefined)
  if (!isQuoted && !(parts.length >= least && parts.every((part) => BARE.test(part)))) return null
  const choices = parts.map((part, index) => quoted[index] ?? part)
  return new Set(choices).size === choices.length ? choices : null
}
