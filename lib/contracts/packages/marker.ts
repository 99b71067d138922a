/** Environment markers of PEP 508: `python_version < "3.11" and extra == "toml"`. */
import { satisfies, valid } from '@renovatebot/pep440'

/** The values of an installation, by the names that markers use. */
export type MarkerEnvironment = Readonly<Record<string, string>>

type Value = { variable: string } | { text: string }

type Comparison = { kind: 'compare'; operator: string; left: Value; right: Value }

export type Marker = { kind: 'or' | 'and'; left: Marker; right: Marker } | Comparison

const TOKEN =
  /\s*(?:(\(|\))|('[^']*'|"[^"]*")|(<=|>=|===|==|!=|~=|<|>)|(not\s+in\b|in\b)|(and\b|or\b)|([A-Za-z_][\w.]*))/y
const MAX_TOKENS = 500

type Token = { kind: 'bracket' | 'text' | 'operator' | 'word' | 'variable'; value: string }

/** Returns null if the text is no marker. */
export function parseMarker(text: string): Marker | null {
  const tokens = tokenise(text)
  if (!tokens) return null
  let at = 0
  const isNext = (value: string) => tokens[at]?.value === value && tokens[at]?.kind !== 'text'

  function readOr(): Marker {
    let left = readAnd()
    while (isNext('or')) {
      at += 1
      left = { kind: 'or', left, right: readAnd() }
    }
    return left
  }
  function readAnd(): Marker {
    let left = readComparison()
    while (isNext('and')) {
      at += 1
      left = { kind: 'and', left, right: readComparison() }
    }
    return left
  }
  function readComparison(): Marker {
    if (isNext('(')) {
      at += 1
      const inner = readOr()
      if (!isNext(')')) throw new SyntaxError()
      at += 1
      return inner
    }
    const left = readValue()
    const operator = tokens?.[at]
    if (operator?.kind !== 'operator') throw new SyntaxError()
    at += 1
    return { kind: 'compare', operator: operator.value, left, right: readValue() }
  }
  function readValue(): Value {
    const token = tokens?.[at]
    at += 1
    if (token?.kind === 'text') return { text: token.value }
    if (token?.kind === 'variable') return { variable: token.value }
    throw new SyntaxError()
  }

  try {
    const marker = readOr()
    return at === tokens.length ? marker : null
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null
    throw thrown
  }
}

function tokenise(text: string): Token[] | undefined {
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  const end = text.trimEnd().length
  while (pattern.lastIndex < end) {
    const [, bracket, quoted, comparison, membership, word, variable] = pattern.exec(text.slice(0, end)) ?? []
    if (bracket) tokens.push({ kind: 'bracket', value: bracket })
    else if (quoted) tokens.push({ kind: 'text', value: quoted.slice(1, -1) })
    else if (comparison) tokens.push({ kind: 'operator', value: comparison })
    else if (membership) tokens.push({ kind: 'operator', value: membership.replace(/\s+/, ' ') })
    else if (word) tokens.push({ kind: 'word', value: word })
    else if (variable) tokens.push({ kind: 'variable', value: variable })
    else return undefined
    if (tokens.length > MAX_TOKENS) return undefined
  }
  return tokens
}

/** Whether a requirement with this marker applies. `extra` of the environment is the extra that is asked for, or ''. */
export function evaluateMarker(marker: Marker, environment: MarkerEnvironment): boolean {
  if (marker.kind === 'compare') return evaluateComparison(marker, environment)
  const left = evaluateMarker(marker.left, environment)
  const decides = marker.kind === 'or' ? left : !left
  return decides ? left : evaluateMarker(marker.right, environment)
}

/** Compares versions by PEP 440 if both are versions, and texts otherwise, as PEP 508 says. */
function evaluateComparison(marker: Comparison, environment: MarkerEnvironment): boolean {
  const textOf = (value: Value) => ('text' in value ? value.text : (environment[value.variable] ?? ''))
  const { operator } = marker
  const [left, right] = [textOf(marker.left), textOf(marker.right)]
  if (operator === 'in') return right.includes(left)
  if (operator === 'not in') return !right.includes(left)
  const isExtra = 'variable' in marker.left && marker.left.variable === 'extra'
  const isVersion = !isExtra && valid(left) !== null && valid(right.replace(/\.\*$/, '')) !== null
  if (isVersion) return satisfies(left, `${operator}${right}`, { prereleases: true })
  const isEqual = isExtra ? nameOfExtra(left) === nameOfExtra(right) : left === right
  return operator === '!=' ? !isEqual : /^={2,3}$/.test(operator) && isEqual
}

/** Extras are normalised as names of packages are: PEP 685. */
function nameOfExtra(text: string): string {
  return text.replaceAll(/[-_.]+/g, '-').toLowerCase()
}
