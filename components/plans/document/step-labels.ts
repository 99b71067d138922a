import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { type PlanCatalog, toolFor } from '#lib/plans/model/document/plan-tool.ts'
import { previewSentence } from '#lib/plans/model/document/preview-sentence.ts'
import { type PathPart, parseTemplate, type Reference } from '#lib/plans/model/document/reference.ts'
import { listStepObjects } from './edit-plan.ts'

export type ReferenceLabel = {
  of: string
  number?: number
  part: string
}

export function referenceLabel(plan: Json, catalog: PlanCatalog, { root, path }: Reference): ReferenceLabel {
  const part = path.map(pathPartLabel).join(' › ')
  if (root.kind === 'local') return { of: localLabel(root.name), part }
  const steps = listStepObjects(plan)
  const index = steps.findIndex(({ step }) =>
    root.kind === 'steps' ? step.id === root.name : step.captureAs === root.name,
  )
  const found = steps[index]
  if (!found) return { of: root.name, part }
  if (root.kind === 'vars') return { of: root.name, number: found.index + 1, part }
  return { of: stepTitle(catalog, found.step), number: found.index + 1, part }
}

/** Returns the title of the step's tool, the name of an unknown tool, or the id of the step. */
export function stepTitle(catalog: PlanCatalog, step: Json | undefined): string {
  const { tool, id } = isObject(step) ? step : {}
  const title = typeof tool === 'string' ? (toolFor(catalog, tool)?.title ?? tool) : ''
  return title || (typeof id === 'string' && id) || 'Step'
}

export function labelReferencesIn(plan: Json, catalog: PlanCatalog, sentence: string): string {
  return sentence.replaceAll(REFERENCE_PATTERN, (text) => {
    const template = parseTemplate(text)
    if (template.kind !== 'reference') return text
    return `“${formatReferenceLabel(referenceLabel(plan, catalog, template.reference))}”`
  })
}

const REFERENCE_PATTERN =
  /\$(?:steps|vars|item)(?:\.[A-Za-z0-9_][A-Za-z0-9_-]*|\[(?:\d+|\$[A-Za-z][\w-]*|"(?:[^"\\]|\\.)*")\])+/g

export function formatReferenceLabel({ of, number, part }: ReferenceLabel): string {
  const owner = number === undefined ? of : `${number} ${of}`
  return part === '' ? owner : `${owner} › ${part}`
}

function localLabel(name: string): string {
  if (name === 'index') return 'item number'
  return name === 'item' ? 'the item' : name
}

function pathPartLabel(part: PathPart): string {
  if (typeof part === 'number') return String(part + 1)
  return typeof part === 'object' ? `at ${part.variable}` : part
}

const MAX_VALUE_CHARS = 60

export function stepPreview(plan: Json, catalog: PlanCatalog, step: JsonObject): string {
  const sentence = describeStep(plan, catalog, step)
  const { foreach, preview } = step
  if (!isObject(foreach) || typeof preview === 'string') return sentence
  return `${sentence.replace(/\.$/, '')}, for each item of ${formatPreviewValue(plan, catalog, foreach.from)}`
}

function describeStep(plan: Json, catalog: PlanCatalog, step: JsonObject): string {
  const { preview, tool, args } = step
  if (typeof preview === 'string' && preview !== '') return preview
  const found = typeof tool === 'string' ? toolFor(catalog, tool) : undefined
  if (!found?.preview) return stepTitle(catalog, step)
  return previewSentence(found.preview, args, (value) => formatPreviewValue(plan, catalog, value))
}

function formatPreviewValue(plan: Json, catalog: PlanCatalog, value: Json | undefined): string {
  if (value === undefined) return '…'
  const text = typeof value === 'string' ? formatTemplate(plan, catalog, value) : JSON.stringify(value)
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS - 1)}…` : text
}

function formatTemplate(plan: Json, catalog: PlanCatalog, text: string): string {
  const template = parseTemplate(text)
  if (template.kind === 'reference')
    return `‹${formatReferenceLabel(referenceLabel(plan, catalog, template.reference))}›`
  if (template.kind !== 'mixed') return text
  return template.parts
    .map((part) =>
      typeof part === 'string' ? part : `‹${formatReferenceLabel(referenceLabel(plan, catalog, part))}›`,
    )
    .join('')
}
