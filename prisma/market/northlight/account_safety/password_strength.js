// What people choose most, and what they do to it; a guesser tries these first.
const COMMON = [
  'password',
  'passwort',
  '123456',
  '12345678',
  'qwerty',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'dragon',
  'monkey',
  'football',
  'sunshine',
  'princess',
]
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']
// A patient attacker with a stolen, well hashed database.
const GUESSES_PER_SECOND = 10_000
const LABELS = ['very weak', 'weak', 'fair', 'strong', 'very strong']

export default async function handler({ parameters }) {
  const { password, personal_words: personal } = parameters
  const findings = findingsOf(password, personal)
  const bits = Math.max(
    0,
    rawBits(password) - findings.reduce((total, finding) => total + finding.bits_lost, 0),
  )
  const score = bits < 28 ? 0 : bits < 40 ? 1 : bits < 55 ? 2 : bits < 75 ? 3 : 4

  return {
    message: `**${LABELS[score][0].toUpperCase()}${LABELS[score].slice(1)}.** ${advice(score, findings)}`,
    score,
    label: LABELS[score],
    bits: Math.round(bits * 10) / 10,
    time_to_guess: duration(2 ** bits / 2 / GUESSES_PER_SECOND),
    findings,
  }
}

function rawBits(password) {
  const sets = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 33],
  ]
  const alphabet = sets.reduce((size, [pattern, count]) => size + (pattern.test(password) ? count : 0), 0)
  return [...password].length * Math.log2(Math.max(2, alphabet))
}

function findingsOf(password, personal) {
  const findings = []
  const plain = password
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('!', 'i')
  const note = (problem, part) =>
    findings.push({ problem, part, bits_lost: Math.round(part.length * 5.5 * 10) / 10 })
  const common = COMMON.find((word) => password.toLowerCase().includes(word) || plain.includes(word))
  if (common) note('a password everybody uses', common)
  for (const word of personal)
    if (word.length >= 3 && password.toLowerCase().includes(word.toLowerCase()))
      note('something known about you', word)
  const run = longestRun(password.toLowerCase())
  if (run.length >= 4 && !common) note('keys in a row', run)
  const repeat = /(.)\1{2,}/.exec(password)
  if (repeat) note('the same sign again and again', repeat[0])
  const year = /(19|20)\d\d/.exec(password)
  if (year) note('a year', year[0])
  return findings
}

function longestRun(text) {
  let best = ''
  for (const row of ROWS.flatMap((keys) => [keys, [...keys].reverse().join('')])) {
    for (let from = 0; from < text.length; from++) {
      let to = from + 1
      while (to <= text.length && row.includes(text.slice(from, to))) to++
      if (to - 1 - from > best.length) best = text.slice(from, to - 1)
    }
  }
  return best
}

function advice(score, findings) {
  if (findings.length > 0) return `It contains ${findings[0].problem}.`
  return score >= 3
    ? 'Keep it, and use it in one place only.'
    : 'Make it longer: four random words beat one clever one.'
}

function duration(seconds) {
  const units = [
    ['century', 3_155_760_000],
    ['year', 31_557_600],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ]
  if (seconds >= 3_155_760_000 * 100) return 'longer than history'
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
  const count = Math.floor(seconds / size)
  if (count === 0) return 'less than a second'
  const plural = unit === 'century' ? 'centuries' : `${unit}s`
  return `${count} ${count === 1 ? unit : plural}`
}
