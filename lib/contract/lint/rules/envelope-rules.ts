/** Lint: outputs are plain data, with no envelope of their own. Ground. Source: "Tool Input/Output Schema Conventions" 1.2 and 2.1. */
import { isObject } from '../../json/json.ts'
import type { Operation } from '../../json/json-patch.ts'
import { toPointer } from '../../json/json-pointer.ts'
import type { Advice, LintRule } from '../finding.ts'
import { knownValues } from '../known-values.ts'
import { type LintedSkill, sourceOf } from '../linted-skill.ts'
import type { FieldView, ObjectPart } from '../object-part.ts'

export const noOk: LintRule = {
  id: 'no-ok',
  title: 'No “ok” in the output',
  why: 'Whether a run succeeded is said by the run itself; a second opinion inside can only contradict it.',
  source: 'Tool Input/Output Schema Conventions 1.2',
  check: (skill) =>
    skill.output.parts
      .filter(({ places }) => places.some(({ length }) => length === 0))
      .flatMap((part) =>
        part.fields.filter(({ name }) => name === 'ok').map((field) => withoutOk(skill, part, field)),
      ),
}

function withoutOk(skill: LintedSkill, part: ObjectPart, field: FieldView): Advice {
  const sentence = 'The output has an “ok” of its own.'
  const { pointer } = field
  if (part.isComposed || /(?<![\w$])ok(?![\w$])/.test(sourceOf(skill))) {
    return {
      pointer,
      sentence,
      judgement: 'Take it out of what your code returns, and out of the schema with it.',
    }
  }
  const holders = knownValues(skill, skill.output, part.places).filter(
    ({ value }) => isObject(value) && Object.hasOwn(value, 'ok'),
  )
  const { required } = part.schema
  const edits: Operation[] = [
    { op: 'remove', path: pointer },
    ...(part.notation === 'schema' && Array.isArray(required) && required.includes('ok')
      ? [
          {
            op: 'replace' as const,
            path: `${part.pointer}/required`,
            value: required.filter((each) => each !== 'ok'),
          },
        ]
      : []),
    ...holders.map((each) => ({ op: 'remove' as const, path: each.pointer + toPointer(['ok']) })),
  ]
  return { pointer, sentence, fix: { title: 'Take it out', edits } }
}

const WRAPPERS = ['result', 'results', 'data', 'response', 'output', 'payload', 'value']

export const noNestedResult: LintRule = {
  id: 'no-nested-result',
  title: 'No result inside a result',
  why: 'Steps of a plan refer to fields by their way down: “result.result.data” is guessed wrong.',
  source: 'Tool Input/Output Schema Conventions 2.1',
  check: ({ output }) =>
    output.parts.flatMap(({ fields }) =>
      fields
        .filter(
          ({ name, places }) =>
            WRAPPERS.includes(name) && places.some((place) => WRAPPERS.includes(place.at(-2) ?? '')),
        )
        .map(({ pointer, places }) => ({
          pointer,
          sentence: `What matters lies under “${places[0]?.join('.')}”.`,
          judgement: 'Return the fields themselves at the top, and change the code with it.',
        })),
    ),
}
