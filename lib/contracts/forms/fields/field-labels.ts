import type { Coercion } from '#lib/json-schema/inputs/coercions.ts'
import { patternHint } from '#lib/json-schema/regex/describe-pattern.ts'
import { propertyDeclarations, unconditional } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { pointerKeys } from '#lib/kernel/json/json-pointer.ts'

/** "orderId", "order_id" → "Order id". */
export function humanise(key: string): string {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  if (words === '') return key
  const lower = words.replaceAll(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** Words that end like a plural and are one thing as well. */
const SAME_IN_BOTH = /(?:series|species|news|status|canvas|analysis|basis|lens|means)$/i

/** "Lines" → "Line"; regular plurals only. */
export function singular(plural: string): string {
  if (SAME_IN_BOTH.test(plural)) return plural
  if (/ies$/i.test(plural)) return plural.replace(/ies$/i, 'y')
  if (/(ss|x|ch|sh)es$/i.test(plural)) return plural.slice(0, -2)
  return /[^s]s$/i.test(plural) && plural.length > 3 ? plural.slice(0, -1) : plural
}

/** "/lines/1/unitPrice" → "Line 2 › Unit price". */
export function pathName(root: JsonSchema, pointer: string): string {
  let schema: JsonSchema = root
  const parts: string[] = []
  for (const key of pointerKeys(pointer)) {
    const items = unconditional(root, schema).find((each) => isObject(each.items))?.items
    const [property] = propertyDeclarations(root, schema, key)
    if (!property && /^\d+$/.test(key)) {
      parts.push(`${singular(parts.pop() ?? 'Item')} ${Number(key) + 1}`)
      schema = isObject(items) ? items : {}
    } else {
      parts.push(typeof property?.title === 'string' ? property.title : humanise(key))
      schema = property ?? {}
    }
  }
  return parts.length > 0 ? parts.join(' › ') : 'The input'
}

/** Returns the limits of a field as sentences, without those that a person is unlikely to reach. */
function describeLimits(schema: JsonSchema): string | undefined {
  const { minLength, maxLength, minItems, maxItems, multipleOf, pattern, uniqueItems, items, format } = schema
  const isSet = uniqueItems === true && !(isObject(items) && items.enum)
  const sentences = [
    formatRange(schema),
    describeRange(limitAboveOne(minLength), within(maxLength, 100), ' characters'),
    describeRange(limitAboveOne(minItems), within(maxItems, 100), ' items'),
    typeof multipleOf === 'number' && multipleOf !== 1 && `In steps of ${multipleOf}.`,
    // Colours are picked.
    typeof pattern === 'string' && format !== 'color' && patternHint(pattern, schema),
    isSet && 'No duplicates.',
  ]
  return sentences.filter(Boolean).join(' ') || undefined
}

function formatRange({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
}: JsonSchema): string | undefined {
  const [above, below] = [within(exclusiveMinimum, 100_000), within(exclusiveMaximum, 100_000)]
  const exclusive = [
    above !== undefined && `More than ${formatLimit(above)}.`,
    below !== undefined && `Less than ${formatLimit(below)}.`,
  ].filter(Boolean)
  const range = describeRange(within(minimum, 100_000), within(maximum, 100_000), '')
  return [range, ...exclusive].filter(Boolean).join(' ') || undefined
}

function describeRange(least: Json | undefined, most: Json | undefined, unit: string): string | undefined {
  const [low, high] = [typeof least === 'number', typeof most === 'number']
  if (low && least === most) return `Exactly ${formatLimit(least)}${unit}.`
  if (low && high) return `${formatLimit(least)} to ${formatLimit(most)}${unit}.`
  if (low) return `At least ${formatLimit(least)}${unit}.`
  if (high) return `At most ${formatLimit(most)}${unit}.`
  return undefined
}

function within(limit: Json | undefined, far: number): Json | undefined {
  return typeof limit === 'number' && Math.abs(limit) <= far ? limit : undefined
}

function formatLimit(number: Json | undefined): string {
  return Math.abs(Number(number)) < 10_000 ? String(number) : Number(number).toLocaleString('en-GB')
}

/** One character is left out: “At least 1 character” only repeats “required”. */
function limitAboveOne(limit: Json | undefined): Json | undefined {
  return typeof limit === 'number' && limit > 1 ? limit : undefined
}

/** Returns the description, then the limits, as sentences. */
export function describeField(schema: JsonSchema): string | undefined {
  const description = typeof schema.description === 'string' ? schema.description.trim() : ''
  const limits = describeLimits(schema)
  return [limits ? asSentence(description) : description, limits].filter(Boolean).join(' ') || undefined
}

/** Adds a full stop, so that another sentence may follow. */
export function asSentence(text: string): string {
  return text === '' || /[.!?…:]$/.test(text) ? text : `${text}.`
}

/** Returns the example for the placeholder, unless it is longer than a line. */
function formatExample({ examples }: JsonSchema): string | undefined {
  const example = Array.isArray(examples) ? examples[0] : undefined
  if (example === undefined || example === null) return undefined
  const text = typeof example === 'string' ? example : JSON.stringify(example)
  return text.length > 80 || text.includes('\n') ? undefined : text
}

export function choosePlaceholder(facts: JsonSchema): string | undefined {
  const { default: preset } = facts
  if (preset !== undefined && preset !== null && preset !== '')
    return `Default: ${typeof preset === 'object' ? JSON.stringify(preset) : preset}`
  const example = formatExample(facts)
  return example && `e.g. ${example}`
}

function formatFieldValue(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Returns a sentence for each converted value by the id of its field, such as “5” was converted to 5. */
export function coercionHints(idPrefix: string, coercions: readonly Coercion[]): ReadonlyMap<string, string> {
  return new Map(
    coercions.map(({ path, from, to }) => [
      idPrefix + path,
      `${formatFieldValue(from)} was converted to ${formatFieldValue(to)}`,
    ]),
  )
}

const LONG_TEXT =
  /text|body|content|markdown|csv|json|html|yaml|xml|code|source|notes?$|message|lines|template|prompt/i

const ONE_LINE = /(path|prefix|glob|url|uri|slug|id)$/i

export function isLongText(key: string, schema: JsonSchema): boolean {
  const { maxLength, format, contentMediaType, pattern, examples, default: preset } = schema
  if (format === 'textarea' || format === 'markdown' || typeof contentMediaType === 'string') return true
  if (typeof maxLength === 'number') return maxLength > 200 && !ONE_LINE.test(key)
  if (format !== undefined || pattern !== undefined) return false
  const shown = [preset, ...(Array.isArray(examples) ? examples : [])]
  return (
    LONG_TEXT.test(key) ||
    shown.some((each) => typeof each === 'string' && (each.includes('\n') || each.length > 80))
  )
}
