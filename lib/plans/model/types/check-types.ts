import { workedMs } from '../../../json-schema/limits/work-budget.ts'
import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import { pointerKeys } from '../../../kernel/json/json-pointer.ts'
import type { PlanDocument, PlanIssue, PlanStep } from '../document/plan-document.ts'
import { type FoundReference, findReferences } from '../document/plan-order.ts'
import { type PlanCatalog, type PlanTool, toolFor } from '../document/plan-tool.ts'
import { parseTemplate } from '../document/reference.ts'
import { MAX_FOREACH_ITEMS } from '../progress/plan-progress.ts'
import { checkLiterals } from './check-literals.ts'
import {
  type JudgedReference,
  judgeReference,
  judgeText,
  judgeWithinText,
  type ReferenceSlot,
  slotAt,
} from './check-reference.ts'
import { PlanShapes } from './plan-shapes.ts'
import { patternOfMixed, plainShape } from './shape.ts'

export type ReferenceFit = {
  stepId?: string
  path: string
  text: string
  fit: JudgedReference['fit']['kind']
}

type CheckedTypes = { issues: PlanIssue[]; references: ReferenceFit[] }

const LONGEST_MS = 4_000

export function checkTypes(plan: PlanDocument, catalog: PlanCatalog): CheckedTypes {
  const checker = new TypeChecker(plan, catalog)
  const until = workedMs() + LONGEST_MS
  for (const [index, step] of plan.steps.entries()) {
    if (workedMs() > until) {
      checker.addIssues(`/steps/${index}`, [
        {
          severity: 'note',
          keyword: 'type',
          message:
            'the plan is too large to check all types at once, so from here on they are checked at run time',
        },
      ])
      break
    }
    checker.checkStep(step, `/steps/${index}`)
  }
  checker.checkOutputs(plan.outputs ?? {})
  return { issues: checker.issues, references: checker.references }
}

class TypeChecker {
  readonly issues: PlanIssue[] = []
  readonly references: ReferenceFit[] = []
  private readonly shapes: PlanShapes
  private readonly catalog: PlanCatalog

  constructor(plan: PlanDocument, catalog: PlanCatalog) {
    this.shapes = new PlanShapes(plan, catalog)
    this.catalog = catalog
  }

  addIssues(
    path: string,
    problems: readonly Pick<PlanIssue, 'severity' | 'keyword' | 'message'>[],
    stepId?: string,
  ): void {
    for (const each of problems) this.issues.push({ ...each, path, ...(stepId !== undefined && { stepId }) })
  }

  checkStep(step: PlanStep, at: string): void {
    if (step.foreach) this.checkForeach(step, step.foreach.from, `${at}/foreach/from`)
    const tool = toolFor(this.catalog, step.tool)
    if (!tool) return
    const before = this.issues.length
    for (const found of findReferences(step.args).found) this.checkReference(step, tool, found, `${at}/args`)
    this.checkTexts(step, tool, step.args, [], `${at}/args`)
    const isClean = this.issues.length === before
    this.issues.push(...checkLiterals({ step, tool, shapes: this.shapes, at: `${at}/args`, isClean }))
  }

  checkOutputs(outputs: JsonObject): void {
    const anywhere = { shape: plainShape(true), isRequired: false, name: 'outputs' }
    for (const { pointer, reference, isWithinText } of findReferences(outputs).found) {
      const target = this.shapes.targetOf(reference)
      if (!target) continue
      const judged = isWithinText
        ? judgeWithinText(reference, target)
        : judgeReference(reference, target, anywhere)
      this.note(`/outputs${pointer}`, reference.text, judged)
    }
  }

  private checkReference(step: PlanStep, tool: PlanTool, found: FoundReference, at: string): void {
    const { pointer, reference, isWithinText } = found
    const target = this.shapes.targetOf(reference, step)
    if (!target) return
    const judged = isWithinText
      ? judgeWithinText(reference, target)
      : judgeReference(reference, target, slotAt(tool, pointerKeys(pointer)))
    this.note(at + pointer, reference.text, judged, step.id)
  }

  private checkTexts(step: PlanStep, tool: PlanTool, value: Json, keys: string[], at: string): void {
    if (Array.isArray(value))
      for (const [index, each] of value.entries())
        this.checkTexts(step, tool, each, [...keys, String(index)], `${at}/${index}`)
    else if (isObject(value)) {
      for (const [key, each] of Object.entries(value))
        this.checkTexts(
          step,
          tool,
          each,
          [...keys, key],
          `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        )
    } else if (typeof value === 'string') {
      const template = parseTemplate(value)
      if (template.kind !== 'mixed') return
      const rough = this.shapes.shapeOfTemplate(value, step)
      const { problems } = judgeText(rough, () => patternOfMixed(template.parts), slotAt(tool, keys))
      this.addIssues(at, problems, step.id)
    }
  }

  private checkForeach(step: PlanStep, from: Json, at: string): void {
    const list: ReferenceSlot = {
      shape: plainShape({ type: 'array' }),
      isFinal: true,
      isRequired: true,
      name: 'foreach',
    }
    const template = typeof from === 'string' ? parseTemplate(from) : undefined
    if (template?.kind === 'reference') {
      const target = this.shapes.targetOf(template.reference)
      if (target) this.note(at, from as string, judgeReference(template.reference, target, list), step.id)
    } else if (!Array.isArray(from)) {
      this.addIssues(
        at,
        [
          {
            severity: 'error',
            keyword: 'type',
            message: 'foreach needs a list or a reference to one',
          },
        ],
        step.id,
      )
    } else if (from.length > MAX_FOREACH_ITEMS) {
      this.addIssues(
        at,
        [
          {
            severity: 'error',
            keyword: 'maxItems',
            message: `foreach can process at most ${MAX_FOREACH_ITEMS.toLocaleString('en')} items`,
          },
        ],
        step.id,
      )
    }
  }

  private note(path: string, text: string, { fit, problems }: JudgedReference, stepId?: string): void {
    this.references.push({ path, text, fit: fit.kind, ...(stepId !== undefined && { stepId }) })
    this.addIssues(path, problems, stepId)
  }
}
