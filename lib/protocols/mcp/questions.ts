/** The questions of MCP's elicitation: flat forms of plain values, and pages to visit. */
import { type ElicitRequestFormParams, type InputRequests, inputRequired } from '@modelcontextprotocol/server'
import type { Issue, PublicError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, textEntries } from '../../kernel/json/json-pointer.ts'

type FormSchema = ElicitRequestFormParams['requestedSchema']

/** Keys of the questions of a round. A field that is an object has a question of its own, under its name. */
export const FIELDS = '$fields'
export const PRICE = '$price'
export const PAGE = '$page'

/** What the caller's client can ask its user. */
export type AskableKinds = { form: boolean; page: boolean }

export type Question = {
  requests: InputRequests
  /** The names of the fields that are asked for. */
  asked?: string[]
  /** The price that is asked for, in decimal USDC. */
  price?: string
}

/**
 * Returns the question that could turn a refused call into one that runs: its missing fields, its price, or a page
 * where a person can change what refused it. Returns undefined if there is none that the client can ask.
 */
export function questionFor(
  error: PublicError,
  parameters: JsonSchema,
  { kinds, origin }: { kinds: AskableKinds; origin: string },
): Question | undefined {
  const details = error.details ?? []
  if (kinds.form && error.code === 'MISSING_REQUIRED_PARAM') return askForFields(details, parameters)
  const price = details.find(({ keyword }) => keyword === 'max_price')?.params?.price
  if (kinds.form && typeof price === 'string') return askForPrice(`${error.message}`, price)
  if (kinds.page && error.href) return askToVisit(error, new URL(error.href, origin).href)
  return undefined
}

function askForFields(details: readonly Issue[], parameters: JsonSchema): Question | undefined {
  const missing = details.map(({ path }) => pointerKeys(path))
  const asked = missing.flatMap((path) => (path.length === 1 ? path : []))
  const { properties = {} } = parameters as { properties?: Record<string, JsonSchema> }
  const plain = new Map<string, JsonObject>()
  const requests: InputRequests = {}
  for (const name of asked) {
    const field = toFormField(properties[name])
    const form = field ? undefined : toForm(properties[name])
    if (field) plain.set(name, field)
    else if (form && !name.startsWith('$')) requests[name] = inputRequired.elicit(form)
    else return undefined
  }
  if (asked.length < missing.length) return undefined
  if (plain.size > 0) {
    const message = `The skill needs ${plain.size === 1 ? 'one more value' : `${plain.size} more values`}.`
    requests[FIELDS] = inputRequired.elicit({
      message,
      requestedSchema: formSchema(plain, [...plain.keys()]),
    })
  }
  return { requests, asked }
}

/** Returns the form for an object of plain values, or undefined for other fields. */
function toForm(schema: JsonSchema | undefined): ElicitRequestFormParams | undefined {
  if (!isObject(schema as Json)) return undefined
  const { type, title, description, properties, required = [] } = schema as JsonObject
  if (type !== 'object' || !isObject(properties)) return undefined
  const fields = new Map(
    Object.entries(properties).map(([name, field]) => [name, toFormField(field as JsonSchema)]),
  )
  const isPlain = (entry: [string, JsonObject | undefined]): entry is [string, JsonObject] =>
    entry[1] !== undefined
  const plain = [...fields].filter(isPlain)
  if (plain.length < fields.size || plain.length === 0) return undefined
  const message = String(description ?? title ?? 'The skill needs more values.')
  return {
    message,
    requestedSchema: formSchema(
      new Map(plain),
      textEntries(required).map(([name]) => name),
    ),
  }
}

function formSchema(fields: ReadonlyMap<string, JsonObject>, required: string[]): FormSchema {
  return { type: 'object', properties: Object.fromEntries(fields), required } as FormSchema
}

function askForPrice(message: string, price: string): Question {
  const confirm = { type: 'boolean', title: `Run it for up to ${price} USDC` } as const
  const schema: FormSchema = { type: 'object', properties: { confirm }, required: ['confirm'] }
  return { requests: { [PRICE]: inputRequired.elicit({ message, requestedSchema: schema }) }, price }
}

function askToVisit({ message, suggested_action }: PublicError, url: string): Question {
  const sentences = suggested_action ? `${message} ${suggested_action}` : message
  return { requests: { [PAGE]: inputRequired.elicitUrl({ message: sentences, url }) } }
}

const FORMATS = new Set<unknown>(['email', 'uri', 'date', 'date-time'])
const LABELS = ['title', 'description', 'default']
const KEYWORDS: Record<string, readonly string[]> = {
  string: [...LABELS, 'minLength', 'maxLength', 'format', 'enum', 'enumNames'],
  number: [...LABELS, 'minimum', 'maximum'],
  integer: [...LABELS, 'minimum', 'maximum'],
  boolean: LABELS,
}

/**
 * Returns the part of a field's schema that a form of MCP can have, or undefined for a field that no form can ask for.
 * A secret must not be asked for in a form (MCP, Elicitation, Security considerations).
 */
export function toFormField(schema: JsonSchema | undefined): JsonObject | undefined {
  if (!isObject(schema as Json)) return undefined
  const field = schema as JsonObject
  if (field.type === 'array') return toChoiceField(field)
  if (field.type === 'string' && isListOfChoices(field.oneOf))
    return pick(field, [...LABELS, 'type', 'oneOf'])
  const keywords = KEYWORDS[String(field.type)]
  if (!keywords || field.format === 'password' || field.writeOnly === true) return undefined
  if ('enum' in field && !isListOfTexts(field.enum)) return undefined
  const kept = Object.entries(field).filter(([keyword, value]) =>
    keyword === 'format' ? FORMATS.has(value) : keywords.includes(keyword),
  )
  return { ...Object.fromEntries(kept), type: field.type! }
}

/** Returns a list of fixed choices, from which several can be selected; undefined for any other list. */
function toChoiceField(field: JsonObject): JsonObject | undefined {
  const { items } = field
  if (!isObject(items)) return undefined
  const isPlain = items.type === 'string' && isListOfTexts(items.enum)
  if (!isPlain && !isListOfChoices(items.anyOf)) return undefined
  const choices: JsonObject = isPlain ? { type: 'string', enum: items.enum! } : { anyOf: items.anyOf! }
  return { ...pick(field, [...LABELS, 'type', 'minItems', 'maxItems']), items: choices }
}

function pick(field: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(field).filter(([keyword]) => keywords.includes(keyword)))
}

/** A choice of a form has a value and a title. */
function isListOfChoices(value: Json | undefined): boolean {
  const isChoice = (each: Json) =>
    isObject(each) && typeof each.const === 'string' && typeof each.title === 'string'
  return Array.isArray(value) && value.length > 0 && value.every(isChoice)
}

function isListOfTexts(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
