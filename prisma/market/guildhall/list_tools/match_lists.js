import { distance } from 'fastest-levenshtein'

const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', å: 'aa' }
const CONNECTIVES = new Set(['and', 'und', 'et', 'og', 'och'])
const COMPANY_FORMS = new Set(
  'ab ag as asa bv co company corp corporation gmbh inc kg limited llc ltd nv oy plc sa sarl spa srl'.split(
    ' ',
  ),
)

export default async function handler({ parameters, context }) {
  const { left, right, min_score, company_names } = parameters
  const wanted = left.map((text) => normalise(text, company_names))
  const offered = right.map((text) => normalise(text, company_names))

  const pairs = []
  for (const [at, one] of wanted.entries()) {
    for (const [other, two] of offered.entries()) {
      const score = similarity(one, two, min_score)
      if (score >= min_score) pairs.push({ at, other, score })
    }
  }
  pairs.sort((a, b) => b.score - a.score || a.at - b.at || a.other - b.other)

  const found = new Map()
  const used = new Set()
  for (const { at, other, score } of pairs) {
    if (found.has(at) || used.has(other)) continue
    found.set(at, { left: left[at], right: right[other], score })
    used.add(other)
  }
  context.log(`${pairs.length} candidate pairs`)
  const matches = [...found].sort(([a], [b]) => a - b).map(([, match]) => match)
  return {
    message: `**${matches.length}** of ${left.length} entries have a match.`,
    matches,
    only_left: left.filter((_, at) => !found.has(at)),
    only_right: right.filter((_, at) => !used.has(at)),
  }
}

/** Sorted words, so that “Ada Lovelace” is “Lovelace, Ada”. */
function normalise(text, hasCompanyForms) {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæøå]/g, (letter) => UMLAUTS[letter])
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !CONNECTIVES.has(word))
  const kept = hasCompanyForms ? words.filter((word) => !COMPANY_FORMS.has(word)) : words
  return (kept.length > 0 ? kept : words).sort().join(' ')
}

function similarity(one, two, min) {
  const longest = Math.max(one.length, two.length)
  if (longest === 0) return 0
  // No distance is smaller than the difference of the lengths.
  if (1 - Math.abs(one.length - two.length) / longest < min) return 0
  return Math.round((1 - distance(one, two) / longest) * 1000) / 1000
}
