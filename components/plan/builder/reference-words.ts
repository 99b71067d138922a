/** A reference as people read it: "1 Read a file › content". Pure. */
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { type PlanCatalog, toolFor } from '#lib/contract/plan/plan-tool.ts'
import { type PathPart, parseTemplate, type Reference } from '#lib/contract/plan/reference.ts'
import { stepsOf } from './edit-plan.ts'

export type ReferenceWords = {
  /** Whose value: "Read a file", "each item", "note". */
  of: string
  /** The step's number, when it is a step's. */
  number?: number
  /** Which part of it: "items › 1 › title"; empty for all of it. */
  part: string
}

export function referenceWords(plan: Json, catalog: PlanCatalog, { root, path }: Reference): ReferenceWords {
  const part = path.map(partWords).join(' › ')
  if (root.of === 'local') return { of: localWords(root.name), part }
  const steps = stepsOf(plan)
  const index = steps.findIndex(({ step }) =>
    root.of === 'steps' ? step.id === root.name : step.captureAs === root.name,
  )
  const found = steps[index]
  if (!found) return { of: root.name, part }
  if (root.of === 'vars') return { of: root.name, number: found.index + 1, part }
  return { of: stepTitle(catalog, found.step), number: found.index + 1, part }
}

/** What a step's tool is called; of an unknown one its own name. */
export function stepTitle(catalog: PlanCatalog, step: Json | undefined): string {
  const { tool, id } = isObject(step) ? step : {}
  const title = typeof tool === 'string' ? (toolFor(catalog, tool)?.title ?? tool) : ''
  return title || (typeof id === 'string' && id) || 'Step'
}

/** A sentence of the check with its references in words. */
export function withWords(plan: Json, catalog: PlanCatalog, sentence: string): string {
  return sentence.replaceAll(WRITTEN, (text) => {
    const template = parseTemplate(text)
    if (template.is !== 'reference') return text
    return `“${wordsLine(referenceWords(plan, catalog, template.reference))}”`
  })
}

const WRITTEN =
  /\$(?:steps|vars|item)(?:\.[A-Za-z0-9_][A-Za-z0-9_-]*|\[(?:\d+|\$[A-Za-z][\w-]*|"(?:[^"\\]|\\.)*")\])+/g

/** In one line, for labels. */
export function wordsLine({ of, number, part }: ReferenceWords): string {
  const whose = number === undefined ? of : `${number} ${of}`
  return part === '' ? whose : `${whose} › ${part}`
}

function localWords(name: string): string {
  if (name === 'index') return 'number of the item'
  return name === 'item' ? 'the item' : name
}

function partWords(part: PathPart): string {
  if (typeof part === 'number') return String(part + 1)
  return typeof part === 'object' ? `at ${part.variable}` : part
}
