import { isObject, type Json } from '../../kernel/json/json.ts'
import { pointerKeys } from '../../kernel/json/json-pointer.ts'
import type { ExampleAssertion } from './example-assertion.ts'

type Noise = Pick<ExampleAssertion, 'kind' | 'path'>

const VARIES = 'varies'

/**
 * Returns an output without what varies between two runs of the same version, as `proposeAssertions` names it, so that two
 * outputs differ only where a version made the difference. Fields are left out, items of lists become "varies", and lists in any
 * order are sorted.
 */
export function maskNoise(output: Json, noise: readonly Noise[]): Json {
  return maskAt(
    output,
    noise.map(({ kind, path }) => ({ kind, keys: pointerKeys(path) })),
  )
}

type Rule = { kind: Noise['kind']; keys: readonly string[] }

function maskAt(value: Json, rules: readonly Rule[]): Json {
  if (isHere(rules, 'ignore')) return VARIES
  const below = (name: string) =>
    rules
      .filter(({ keys: [first] }) => first === '*' || first === name)
      .map(({ kind, keys }) => ({ kind, keys: keys.slice(1) }))
  if (Array.isArray(value)) {
    const items = value.map((item, index) => maskAt(item, below(String(index))))
    return isHere(rules, 'set') ? sortItems(items) : items
  }
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !isHere(below(name), 'ignore'))
  return Object.fromEntries(kept.map(([name, field]) => [name, maskAt(field, below(name))]))
}

function isHere(rules: readonly Rule[], wanted: Noise['kind']): boolean {
  return rules.some(({ kind, keys }) => kind === wanted && keys.length === 0)
}

function sortItems(items: readonly Json[]): Json[] {
  const withTexts = items.map((item) => ({ item, text: JSON.stringify(item) }))
  return withTexts.sort((one, other) => (one.text < other.text ? -1 : 1)).map(({ item }) => item)
}
