import { isObject } from '../../../kernel/json/json.ts'
import type { Operation } from '../../../kernel/json/json-patch.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'
import { knownValues } from '../model/known-values.ts'
import {
  type LintAdvice,
  type LintedSkill,
  type LintRule,
  type SchemaView,
  sourceOf,
} from '../model/linted-skill.ts'
import type { FieldView, ObjectPart } from '../model/object-part.ts'

export const closedInput: LintRule = {
  id: 'closed-input',
  title: 'Refuse undeclared parameters',
  reason:
    'A misspelt parameter that is accepted is silently ignored. If it is refused, the caller can fix it.',
  source: 'Skill Input/Output Contract Design 31.1, principle 4',
  check: (skill) => open(skill, skill.input),
}

export const strictOutput: LintRule = {
  id: 'strict-output',
  title: 'Declare exactly what is returned',
  reason: 'Callers come to rely on undeclared fields and break when those disappear.',
  source: 'Tool Input/Output Schema Conventions 1.2',
  check: (skill) => open(skill, skill.output),
}

function open(skill: LintedSkill, view: SchemaView): LintAdvice[] {
  const parts = view.parts.filter(
    ({ notation, schema }) =>
      notation === 'schema' &&
      !Object.hasOwn(schema, 'unevaluatedProperties') &&
      !Object.hasOwn(schema, 'patternProperties') &&
      (schema.additionalProperties === undefined || schema.additionalProperties === true),
  )
  return parts
    .filter(({ isComposed, isTop }) => !isComposed || isTop)
    .map((part) => adviceOn(skill, view, part))
}

function adviceOn(skill: LintedSkill, view: SchemaView, part: ObjectPart): LintAdvice {
  const { pointer, schema, isComposed } = part
  const what = view.side === 'input' ? 'accepts' : 'may return'
  const sentence = `It ${what} fields that it does not declare.`
  if (isComposed) {
    const judgement =
      'Its fields are spread over several schemas: “unevaluatedProperties”: false closes all of them.'
    return { pointer, sentence, judgement }
  }
  if (schema.additionalProperties === true) {
    return {
      pointer,
      sentence,
      judgement: 'This looks intentional. If it passes these fields on, explain where in the description.',
    }
  }
  const stranger = findStranger(skill, view, part)
  if (stranger !== undefined) {
    return {
      pointer,
      sentence,
      judgement: `An example contains “${stranger}”. Declare it or remove it from the example first.`,
    }
  }
  const edits = [{ op: 'add' as const, path: `${pointer}/additionalProperties`, value: false }]
  return { pointer, sentence, fix: { title: 'Refuse undeclared fields', edits } }
}

function findStranger(
  skill: LintedSkill,
  view: SchemaView,
  { fields, dataPaths, schema }: ObjectPart,
): string | undefined {
  const isFree = (name: string) =>
    view.side === 'output' && name === 'message' && dataPaths.some(({ length }) => length === 0)
  const declared = new Set([
    ...fields.map(({ name }) => name),
    ...Object.keys(isObject(schema.properties) ? schema.properties : {}),
  ])
  for (const { value } of knownValues(skill, view, dataPaths)) {
    const odd = isObject(value)
      ? Object.keys(value).find((name) => !declared.has(name) && !isFree(name))
      : undefined
    if (odd !== undefined) return odd
  }
  return undefined
}

export const noOk: LintRule = {
  id: 'no-ok',
  title: 'Do not return “ok”',
  reason: 'The run itself states whether it succeeded. A second flag in the output can only contradict it.',
  source: 'Tool Input/Output Schema Conventions 1.2',
  check: (skill) =>
    skill.output.parts
      .filter(({ dataPaths }) => dataPaths.some(({ length }) => length === 0))
      .flatMap((part) =>
        part.fields.filter(({ name }) => name === 'ok').map((field) => withoutOk(skill, part, field)),
      ),
}

function withoutOk(skill: LintedSkill, part: ObjectPart, field: FieldView): LintAdvice {
  const sentence = 'The output has an “ok” field.'
  const { pointer } = field
  if (part.isComposed || /(?<![\w$])ok(?![\w$])/.test(sourceOf(skill))) {
    return {
      pointer,
      sentence,
      judgement: 'Remove it from your code’s return value and from the schema.',
    }
  }
  const holders = knownValues(skill, skill.output, part.dataPaths).filter(
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
  return { pointer, sentence, fix: { title: 'Remove it', edits } }
}

const WRAPPERS = ['result', 'results', 'data', 'response', 'output', 'payload', 'value']

export const noNestedResult: LintRule = {
  id: 'no-nested-result',
  title: 'Do not nest results',
  reason:
    'Plan steps refer to fields by their path, and paths like “result.result.data” are easy to get wrong.',
  source: 'Tool Input/Output Schema Conventions 2.1',
  check: ({ output }) =>
    output.parts.flatMap(({ fields }) =>
      fields
        .filter(
          ({ name, dataPaths }) =>
            WRAPPERS.includes(name) && dataPaths.some((dataPath) => WRAPPERS.includes(dataPath.at(-2) ?? '')),
        )
        .map(({ pointer, dataPaths }) => ({
          pointer,
          sentence: `The result is nested under “${dataPaths[0]?.join('.')}”.`,
          judgement: 'Return the fields at the top level, and change the code to match.',
        })),
    ),
}
