/** Fills arguments into a sentence, which is true for unresolved references too. */
import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import { parseTemplate } from './reference.ts'

export type PreviewTemplate = string | readonly PreviewVariant[]

type PreviewVariant = {
  template: string
  given?: string
  when?: JsonObject
}

type Show = (value: Json | undefined, name: string) => string

export function previewSentence(preview: PreviewTemplate, args: Json | undefined, show: Show): string {
  const given = isObject(args) ? args : {}
  const possible = filterPossible(typeof preview === 'string' ? [{ template: preview }] : preview, given)
  const sentences = possible.map(({ template }) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => formatValues(valueAt(given, name), name, show)),
  )
  return sentences
    .map((sentence, index) => (index === 0 ? sentence : sentence[0]?.toLowerCase() + sentence.slice(1)))
    .join(', or ')
}

function filterPossible(variants: readonly PreviewVariant[], args: JsonObject): PreviewVariant[] {
  const possible: PreviewVariant[] = []
  for (const variant of variants) {
    const match = matchVariant(variant, args)
    if (match !== 'no') possible.push(variant)
    if (match === 'yes') break
  }
  return possible
}

function matchVariant({ given, when = {} }: PreviewVariant, args: JsonObject): 'yes' | 'no' | 'perhaps' {
  if (given !== undefined && [undefined, ''].includes(valueAt(args, given) as string | undefined)) return 'no'
  const wanted = Object.entries(when).map(([name, value]) => [valueAt(args, name), value] as const)
  if (wanted.every(([value, each]) => value === each)) return 'yes'
  return wanted.every(([value, each]) => value === each || isReference(value)) ? 'perhaps' : 'no'
}

function isReference(value: Json | undefined): boolean {
  return typeof value === 'string' && parseTemplate(value).kind !== 'text'
}

function formatValues(value: Json | undefined, name: string, show: Show): string {
  if (!Array.isArray(value) || value.length === 0) return show(value, name)
  const more = value.length > FEW ? ` and ${value.length - FEW} more` : ''
  const shown = value.slice(0, FEW).map((each) => `“${show(each, name)}”`)
  return shown.join(', ') + more
}

const FEW = 3

function valueAt(args: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined
}
