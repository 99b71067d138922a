/**
 * References become values that fit, so faults are in the literal parts. Then all references' types are checked against
 * the whole schema, because fields can depend on one another.
 */

import type { Compiled } from '../../../json-schema/evaluate/compiled-schema.ts'
import { validateCompiled } from '../../../json-schema/evaluate/issues.ts'
import { prepareCompiledInput } from '../../../json-schema/inputs/prepare-compiled-input.ts'
import { isObject, type Json, type JsonSchema } from '../../../kernel/json/json.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'
import type { PlanIssue, PlanStep } from '../document/plan-document.ts'
import type { PlanTool } from '../document/plan-tool.ts'
import { escapeText, parseTemplate } from '../document/reference.ts'
import { slotAt } from './check-reference.ts'
import { compileOnce, judgeFit, sampleFor } from './fit.ts'
import type { PlanShapes } from './plan-shapes.ts'
import { toShape } from './shape.ts'
import { shortJson } from './type-text.ts'

type Asked = {
  step: PlanStep
  tool: PlanTool
  shapes: PlanShapes
  at: string
  isClean: boolean
}

export function checkLiterals(asked: Asked): PlanIssue[] {
  const { step, tool, at } = asked
  const contract = compileOnce(tool.inputSchema)
  if (!contract) return []
  const templates = new Map<string, string>()
  const sample = fillReferences(asked, step.args, [], templates)
  const { value, coercions, issues } = prepareCompiledInput(contract, sample)
  const isWritten = (path: string) =>
    ![...templates.keys()].some((each) => path === each || path.startsWith(`${each}/`))
  const wrong = issues
    .filter(
      ({ path, keyword }) => isWritten(path) || (templates.has(path) && UNKNOWN.includes(keyword ?? '')),
    )
    .map(
      (issue): PlanIssue => ({
        ...issue,
        severity: 'error',
        keyword: issue.keyword ?? 'args',
        path: at + issue.path,
        message: describeLiteralIssue(step, issue),
        stepId: step.id,
      }),
    )
  const changed = coercions
    .filter(({ path }) => isWritten(path))
    .map(
      ({ path, from, to }): PlanIssue => ({
        severity: 'note',
        keyword: 'coercion',
        path: at + path,
        message: `${shortJson(from)} becomes ${shortJson(to)}`,
        stepId: step.id,
      }),
    )
  if (wrong.length > 0 || !asked.isClean || templates.size === 0) return [...wrong, ...changed]
  return [...changed, ...checkWhole(asked, contract, value, templates)]
}

const UNKNOWN = ['additionalProperties', 'unevaluatedProperties', 'propertyNames']

function describeLiteralIssue(step: PlanStep, { path, message }: { path: string; message: string }): string {
  if (path === '/requestId' && Object.hasOwn(step.args, 'requestId'))
    return 'requestId is set by the executor'
  return message
}

/** Replaces references by values that fit, and adds each reference to `templates` by its pointer. */
function fillReferences(asked: Asked, value: Json, keys: string[], templates: Map<string, string>): Json {
  if (Array.isArray(value))
    return value.map((each, index) => fillReferences(asked, each, [...keys, String(index)], templates))
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        fillReferences(asked, each, [...keys, key], templates),
      ]),
    )
  }
  if (typeof value !== 'string') return value
  const template = parseTemplate(value)
  if (template.kind === 'text') return template.text
  templates.set(toPointer(keys), value)
  return sampleFor(asked.shapes.shapeOfTemplate(value, asked.step), slotAt(asked.tool, keys).shape) ?? 'text'
}

function checkWhole(
  { step, tool, shapes, at }: Asked,
  contract: Compiled,
  prepared: Json,
  templates: ReadonlyMap<string, string>,
): PlanIssue[] {
  if (hasIndependentFields(tool.inputSchema, [...templates.keys()])) return []
  const whole = shapes.shapeOfTemplate(withTemplates(prepared, '', templates), step)
  const fit = judgeFit(whole, { shape: toShape(tool.inputSchema) })
  if (fit.kind === 'assignable' || !('counterexample' in fit) || fit.counterexample === undefined) return []
  const [issue] = validateCompiled(contract, fit.counterexample)
  if (!issue) return []
  const name = [...templates].find(([pointer]) => issue.path.startsWith(pointer))?.[1]
  const message = `${name ?? 'the referenced value'} may conflict with the other arguments: ${issue.message}`
  return [{ severity: 'warning', keyword: 'type', path: at + issue.path, message, stepId: step.id }]
}

function withTemplates(value: Json, pointer: string, templates: ReadonlyMap<string, string>): Json {
  const template = templates.get(pointer)
  if (template !== undefined) return template
  if (Array.isArray(value))
    return value.map((each, index) => withTemplates(each, `${pointer}/${index}`, templates))
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        withTemplates(each, pointer + toPointer([key]), templates),
      ]),
    )
  }
  return typeof value === 'string' ? escapeText(value) : value
}

const PLAIN = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
  'examples',
  '$schema',
  '$defs',
  'default',
]

/** Tells whether no field depends on another, so that checking each of them alone was enough. */
function hasIndependentFields(schema: JsonSchema, pointers: readonly string[]): boolean {
  const isFlat = pointers.every((pointer) => pointer.lastIndexOf('/') === 0)
  return isFlat && Object.keys(schema).every((key) => PLAIN.includes(key))
}
