/**
 * Whether what a reference gives will do where it stands, in a sentence.
 *
 * Ground; also in the browser. Source: specification "First-party tools and plans", Plan, types.
 */
import type { Json } from '../../json/json.ts'
import { compileWith } from '../../schema/compile-with.ts'
import { newEngine } from '../../schema/interpreter.ts'
import { validateWith } from '../../schema/validate-with.ts'
import type { PlanIssue } from '../plan-issue.ts'
import type { Reference } from '../reference.ts'
import { type Demand, type Fit, judgeFit } from './fit.ts'
import type { Target } from './plan-shapes.ts'
import { documentOf, plainShape, type Shape } from './shape.ts'
import { kindWords, shortly, whatThereIs } from './words.ts'

type Said = Pick<PlanIssue, 'severity' | 'keyword' | 'message'>

export type JudgedReference = { fit: Fit; said: Said[] }

const TEXTABLE: Demand = { shape: plainShape({ type: ['string', 'number', 'boolean'] }), isFinal: true }

/** A reference within a text: only what has a text of its own may stand there. */
export function judgeWithinText(reference: Reference, target: Target): JudgedReference {
  const missing = absence(reference, target, true)
  if (missing?.severity === 'error') return { fit: { is: 'impossible' }, said: [missing] }
  const fit = judgeFit(target.shape, TEXTABLE)
  const said = missing ? [missing] : []
  const gives = () => `${reference.text} gives ${kindWords(target.shape)}`
  if (fit.is === 'impossible') said.push(type('error', `${gives()}, which has no place within a text`))
  if (fit.is === 'uncertain')
    said.push(type('warning', `${gives()}: within a text only text, numbers and true or false will do`))
  return { fit, said }
}

export type Place = Demand & {
  /** As it is called in a sentence: "content". */
  name: string
  /** Without it the call is refused. */
  isRequired: boolean
}

/** A whole value. */
export function judgeReference(reference: Reference, target: Target, place: Place): JudgedReference {
  const missing = absence(reference, target, place.isRequired)
  if (missing?.severity === 'error') return { fit: { is: 'impossible' }, said: [missing] }
  const fit = judgeFit(target.shape, place)
  const said = [...(missing ? [missing] : []), ...sentenceOf(reference.text, target.shape, place, fit)]
  return { fit, said }
}

/** A text with references in it; `precise` is asked where its length alone does not settle it. */
export function judgeText(shape: Shape, precise: () => Shape, place: Place): JudgedReference {
  const rough = judgeFit(shape, place)
  if (rough.is === 'assignable') return { fit: rough, said: [] }
  const exact = precise()
  const fit = judgeFit(exact, place)
  return { fit, said: fit.is === 'uncertain' ? [] : sentenceOf('this text', exact, place, fit) }
}

function absence(
  { text }: Reference,
  { presence, isDeclared, missing }: Target,
  isRequired: boolean,
): Said | undefined {
  if (presence === 'never') {
    const why = missing ? `: ${whatThereIs(missing.from, missing.part)}` : ''
    return { severity: 'error', keyword: 'absent', message: `${text} leads nowhere${why}` }
  }
  if (!isDeclared) return warn('absent', `${text} is promised by nobody: it may be anything, or not be there`)
  if (presence === 'always' || !isRequired) return undefined
  return warn('absent', `${text} may not be there, and is needed here`)
}

function sentenceOf(what: string, promised: Shape, { shape: demanded, name }: Place, fit: Fit): Said[] {
  const gives = () => `${what} gives ${kindWords(promised)}`
  const takes = () => `“${name}” takes ${kindWords(demanded)}`
  switch (fit.is) {
    case 'assignable':
      return []
    case 'impossible': {
      const isByType = kindWords(promised) !== kindWords(demanded)
      if (isByType || fit.sample === undefined) return [type('error', `${gives()}, and ${takes()}`)]
      return [
        type(
          'error',
          `${what} gives ${shortly(fit.sample)}, for example, and “${name}” ${why(demanded, fit.sample)}`,
        ),
      ]
    }
    case 'coercible':
      if (fit.isSure) return [type('note', `${gives()}, and ${takes()}: it is changed into that`)]
      return [
        type('warning', `${gives()}, and ${takes()}: only what reads as that will do${butNot(fit.witness)}`),
      ]
    case 'uncertain':
      if (fit.witness === undefined)
        return [
          type(
            'note',
            `whether ${what} always is what “${name}” takes could not be told; it is checked when it is there`,
          ),
        ]
      return [
        type(
          'warning',
          `${what} may give ${shortly(fit.witness)}, and “${name}” ${why(demanded, fit.witness)}`,
        ),
      ]
  }
}

function butNot(witness: Json | undefined): string {
  return witness === undefined ? '' : `, and ${shortly(witness)} does not`
}

/** The validator's own words: "must not be empty". */
function why(demanded: Shape, value: Json): string {
  const [issue] = validateWith(compileWith(newEngine, documentOf(demanded)), value)
  if (!issue) return 'refuses it'
  return issue.path === '' ? issue.message : `refuses it: ${issue.path.slice(1)} ${issue.message}`
}

function type(severity: Said['severity'], message: string): Said {
  return { severity, keyword: 'type', message }
}

function warn(keyword: string, message: string): Said {
  return { severity: 'warning', keyword, message }
}
