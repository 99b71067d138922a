import { interpretSchema } from '../../../json-schema/evaluate/interpreter.ts'
import { validateCompiled } from '../../../json-schema/evaluate/issues.ts'
import type { Json } from '../../../kernel/json/json.ts'
import type { PlanIssue } from '../document/plan-document.ts'
import type { PlanTool } from '../document/plan-tool.ts'
import type { Reference } from '../document/reference.ts'
import { type Fit, judgeFit, type ShapeDemand } from './fit.ts'
import { getPartShape } from './part-of.ts'
import type { ReferenceTarget } from './plan-shapes.ts'
import { mergeShapes, plainShape, type Shape, shapeDocument, toShape } from './shape.ts'
import { describeMissingField, shortJson, typesText } from './type-text.ts'

type ReferenceProblem = Pick<PlanIssue, 'severity' | 'keyword' | 'message'>

export type JudgedReference = { fit: Fit; problems: ReferenceProblem[] }

const TEXTABLE: ShapeDemand = {
  shape: plainShape({ type: ['string', 'number', 'boolean'] }),
  isFinal: true,
}

export function judgeWithinText(reference: Reference, target: ReferenceTarget): JudgedReference {
  const missing = checkPresence(reference, target, true)
  if (missing?.severity === 'error') return { fit: { kind: 'impossible' }, problems: [missing] }
  const fit = judgeFit(target.shape, TEXTABLE)
  const problems = missing ? [missing] : []
  const gives = () => `${reference.text} is ${typesText(target.shape)}`
  if (fit.kind === 'impossible')
    problems.push(typeProblem('error', `${gives()}, which cannot be inserted into text`))
  if (fit.kind === 'uncertain')
    problems.push(
      typeProblem(
        'warning',
        `${gives()}, but only text, numbers and true or false can be inserted into text`,
      ),
    )
  return { fit, problems }
}

export type ReferenceSlot = ShapeDemand & {
  name: string
  isRequired: boolean
}

export function judgeReference(
  reference: Reference,
  target: ReferenceTarget,
  slot: ReferenceSlot,
): JudgedReference {
  const missing = checkPresence(reference, target, slot.isRequired)
  if (missing?.severity === 'error') return { fit: { kind: 'impossible' }, problems: [missing] }
  const fit = judgeFit(target.shape, slot)
  const problems = [...(missing ? [missing] : []), ...describeFit(reference.text, target.shape, slot, fit)]
  return { fit, problems }
}

/** Judges a text by its length first, and calls `precise` for its whole shape only if the length does not decide. */
export function judgeText(shape: Shape, precise: () => Shape, slot: ReferenceSlot): JudgedReference {
  const rough = judgeFit(shape, slot)
  if (rough.kind === 'assignable') return { fit: rough, problems: [] }
  const exact = precise()
  const fit = judgeFit(exact, slot)
  return { fit, problems: fit.kind === 'uncertain' ? [] : describeFit('the result', exact, slot, fit) }
}

function checkPresence(
  { text }: Reference,
  { presence, isDeclared, missing }: ReferenceTarget,
  isRequired: boolean,
): ReferenceProblem | undefined {
  if (presence === 'never') {
    const absenceText = missing ? `: ${describeMissingField(missing.from, missing.part)}` : ''
    return { severity: 'error', keyword: 'absent', message: `${text} does not exist${absenceText}` }
  }
  if (!isDeclared)
    return presenceWarning(
      'absent',
      `${text} is not declared by any output: it may have any value or be missing`,
    )
  if (presence === 'always' || !isRequired) return undefined
  return presenceWarning('absent', `${text} may be missing, but it is required here`)
}

function describeFit(what: string, promised: Shape, slot: ReferenceSlot, fit: Fit): ReferenceProblem[] {
  const { shape: demanded, name } = slot
  const gives = () => `${what} is ${typesText(promised)}`
  const takes = () => `“${name}” must be ${typesText(demanded)}`
  switch (fit.kind) {
    case 'assignable':
      return []
    case 'impossible': {
      const isByType = typesText(promised) !== typesText(demanded)
      if (isByType || fit.sample === undefined) return [typeProblem('error', `${gives()}, but ${takes()}`)]
      return [
        typeProblem(
          'error',
          `${what} can be ${shortJson(fit.sample)}, but “${name}” ${refusalText(demanded, fit.sample)}`,
        ),
      ]
    }
    case 'coercible':
      if (fit.isSure) return [typeProblem('note', `${gives()}, but ${takes()}, so it will be converted`)]
      return [
        typeProblem(
          'warning',
          `${gives()}, but ${takes()}: not every value can be converted${exceptText(fit.counterexample)}`,
        ),
      ]
    case 'uncertain':
      if (fit.counterexample === undefined)
        return [
          typeProblem(
            'note',
            `it is undecided whether ${what} always matches “${name}”, so it is checked at run time`,
          ),
        ]
      return [
        typeProblem(
          isRefusedForSize(promised, slot) ? 'note' : 'warning',
          `${what} may be ${shortJson(fit.counterexample)}, but “${name}” ${refusalText(demanded, fit.counterexample)}`,
        ),
      ]
  }
}

const ONE_LONG = plainShape({ minLength: 1, maxLength: 1, minItems: 1, maxItems: 1, minProperties: 1 })

/**
 * Tells whether a text or list is refused only for its size: one character or item always fits. The text of a file is
 * rarely empty, and a skill that takes any text still limits its length.
 */
function isRefusedForSize(promised: Shape, slot: ReferenceSlot): boolean {
  return judgeFit(mergeShapes([promised, ONE_LONG]), slot).kind === 'assignable'
}

function exceptText(counterexample: Json | undefined): string {
  return counterexample === undefined ? '' : `, for example ${shortJson(counterexample)}`
}

/** Returns the end of a sentence, such as "must not be empty". */
function refusalText(demanded: Shape, value: Json): string {
  const [issue] = validateCompiled(interpretSchema(shapeDocument(demanded)), value)
  if (!issue) return 'does not accept it'
  return issue.path === '' ? issue.message : `does not accept it: ${issue.path.slice(1)} ${issue.message}`
}

function typeProblem(severity: ReferenceProblem['severity'], message: string): ReferenceProblem {
  return { severity, keyword: 'type', message }
}

function presenceWarning(keyword: string, message: string): ReferenceProblem {
  return { severity: 'warning', keyword, message }
}

export function slotAt(tool: PlanTool, keys: readonly string[]): ReferenceSlot {
  let shape = toShape(tool.inputSchema)
  let isRequired = true
  for (const key of keys) {
    const part = getPartShape(shape, key)
    shape = part.presence === 'never' ? plainShape(true) : part.shape
    isRequired = part.presence === 'always' || isListIndex(key)
  }
  return { shape, isRequired, name: keys.at(-1) ?? tool.title }
}

/** An item of a list is always required, because it cannot be left out. */
function isListIndex(key: string): boolean {
  return /^\d+$/.test(key)
}
