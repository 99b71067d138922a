/**
 * A tool's own preview: what a call is about to do, as a sentence with its arguments in braces.
 *
 * Ground; also in the browser. Plain data, so that it travels with the catalogue and is said alike wherever a step is
 * shown. A step's arguments may be references still: the sentence stays true whatever they turn out to be.
 * Source: seed "Tool Input/Output Schema Conventions" §5.
 */
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { parseTemplate } from './reference.ts'

/** One sentence, or several of which the first counts whose condition holds; the last has none. */
export type Preview = string | readonly PreviewVariant[]

type PreviewVariant = {
  /** "Delete “{path}” for good" */
  say: string
  /** An argument that has to be there, and not empty. */
  given?: string
  /** Arguments that have to be just this. */
  when?: JsonObject
}

/** Puts a value into words; undefined is what has not been written yet. */
type Show = (value: Json | undefined, name: string) => string

export function previewSentence(preview: Preview, args: Json | undefined, show: Show): string {
  const given = isObject(args) ? args : {}
  const possible = possibleOf(typeof preview === 'string' ? [{ say: preview }] : preview, given)
  const sentences = possible.map(({ say }) =>
    say.replaceAll(/\{(\w+)\}/g, (_, name: string) => listWords(valueAt(given, name), name, show)),
  )
  return sentences
    .map((sentence, index) => (index === 0 ? sentence : sentence[0]?.toLowerCase() + sentence.slice(1)))
    .join(', or ')
}

/** One, as long as no condition is about a value that only the run will know. */
function possibleOf(variants: readonly PreviewVariant[], args: JsonObject): PreviewVariant[] {
  const possible: PreviewVariant[] = []
  for (const variant of variants) {
    const holds = whetherHolds(variant, args)
    if (holds !== 'no') possible.push(variant)
    if (holds === 'yes') break
  }
  return possible
}

function whetherHolds({ given, when = {} }: PreviewVariant, args: JsonObject): 'yes' | 'no' | 'perhaps' {
  if (given !== undefined && [undefined, ''].includes(valueAt(args, given) as string | undefined)) return 'no'
  const wanted = Object.entries(when).map(([name, value]) => [valueAt(args, name), value] as const)
  if (wanted.every(([value, each]) => value === each)) return 'yes'
  return wanted.every(([value, each]) => value === each || isReference(value)) ? 'perhaps' : 'no'
}

function isReference(value: Json | undefined): boolean {
  return typeof value === 'string' && parseTemplate(value).is !== 'text'
}

/** “Notes”, “Work” and 2 more. */
function listWords(value: Json | undefined, name: string, show: Show): string {
  if (!Array.isArray(value) || value.length === 0) return show(value, name)
  const more = value.length > FEW ? ` and ${value.length - FEW} more` : ''
  const shown = value.slice(0, FEW).map((each) => `“${show(each, name)}”`)
  return shown.join(', ') + more
}

const FEW = 3

function valueAt(args: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined
}
