/** What a step does, in a sentence, with its references readable. Pure. */
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { type PlanCatalog, toolFor } from '#lib/contract/plan/plan-tool.ts'
import { previewSentence } from '#lib/contract/plan/preview-sentence.ts'
import { parseTemplate } from '#lib/contract/plan/reference.ts'
import { referenceWords, stepTitle, wordsLine } from './reference-words.ts'

const LONGEST_VALUE = 60

/** The step's own sentence, else its tool's with the arguments filled in; an argument that is not there is "…". */
export function stepPreview(plan: Json, catalog: PlanCatalog, step: JsonObject): string {
  const sentence = sentenceOf(plan, catalog, step)
  const { foreach, preview } = step
  if (!isObject(foreach) || typeof preview === 'string') return sentence
  return `${sentence.replace(/\.$/, '')}, for each item of ${valueWords(plan, catalog, foreach.from)}`
}

function sentenceOf(plan: Json, catalog: PlanCatalog, step: JsonObject): string {
  const { preview, tool, args } = step
  if (typeof preview === 'string' && preview !== '') return preview
  const found = typeof tool === 'string' ? toolFor(catalog, tool) : undefined
  if (!found?.preview) return stepTitle(catalog, step)
  return previewSentence(found.preview, args, (value) => valueWords(plan, catalog, value))
}

function valueWords(plan: Json, catalog: PlanCatalog, value: Json | undefined): string {
  if (value === undefined) return '…'
  const text = typeof value === 'string' ? textWords(plan, catalog, value) : JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
}

function textWords(plan: Json, catalog: PlanCatalog, text: string): string {
  const template = parseTemplate(text)
  if (template.is === 'reference') return `‹${wordsLine(referenceWords(plan, catalog, template.reference))}›`
  if (template.is !== 'mixed') return text
  return template.parts
    .map((part) => (typeof part === 'string' ? part : `‹${wordsLine(referenceWords(plan, catalog, part))}›`))
    .join('')
}
