import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { isIdenticalJson, type Json, type JsonSchema } from '../../../kernel/json/json.ts'
import { checkboxOptions } from '../fields/checkbox-options.ts'
import { type ControlKind, controlKind, TYPE_PICK } from '../fields/control-kind.ts'
import { chooseLabel, isBlob, isFile, mergeFacts } from '../fields/field-facts.ts'
import { describeField } from '../fields/field-labels.ts'
import { type FieldModel, findPreset, type Picks } from '../fields/field-model.ts'
import { listParts } from '../fields/schema-parts.ts'
import { canShowClockTime } from '../typed-text/clock-times.ts'
import { canShowDuration } from '../typed-text/durations.ts'
import { canShowInstant } from '../typed-text/instants.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { ABSENT, BLANK, changedAt, type FormValue, SKIPPED, type ValuePath } from '../values/form-value.ts'
import { startPositions, startValue } from '../values/start-value.ts'
import { type Choice, type DrawnField, drawnField } from './drawn-field.ts'
import { choiceSchema, type FieldNode, formSchema, type SwitchBranch } from './form-schema.ts'

export type FieldToDraw = Pick<
  DrawnField,
  'id' | 'pointer' | 'required' | 'disabled' | 'field' | 'json' | 'value' | 'errorSchema' | 'hint' | 'draw'
> & {
  contract: FormContract
  node: FieldNode
  picks: Picks
  needsBranch: boolean
  isPlaceholder: boolean
  put: (next: FormValue | typeof ABSENT) => void
  switchTo: SwitchBranch
}

/** Returns what a field shows, and the schema to give to react-jsonschema-form, in which nothing is left to resolve. */
export function drawField(given: FieldToDraw): { own: DrawnField; schema: RJSFSchema } {
  const { contract, node, picks, needsBranch, isPlaceholder, put, switchTo, ...shown } = given
  const { field, json, value, pointer } = shown
  const { schemas, slot, branch, name, depth } = node
  const open = isPlaceholder ? undefined : { contract, node, field, json }
  const choice = open && choiceSchema(open, picks, switchTo)
  const kind = choice ? 'choice' : isPlaceholder ? 'placeholder' : fieldKind(field, json, picks)
  const checks = kind === 'array' ? checkboxOptions(contract, field) : undefined
  const facts = mergeFacts(field)
  const own: DrawnField = {
    ...shown,
    ...listNotes(shown, facts),
    name,
    slot,
    depth,
    kind: checks ? 'checks' : kind,
    label: chooseLabel(contract, { schemas, slot, name, pointer }),
    facts,
    checks,
    choice: choice && {
      key: choice.key,
      chosen: choice.chosen,
      position: branch?.settled.length ?? 0,
      mayBeNone: !needsBranch || choice.chosen < 0,
    },
    change: put,
    begin: () => put(startValue(contract, schemas, picks) ?? {}),
  }
  const base = choice?.schema ?? formSchema({ node, field, kind: own.kind, json, value })
  return { own, schema: drawnField(base, own) }
}

const NO_ERRORS: readonly string[] = []

function listNotes(
  { id, required, errorSchema, hint }: Pick<FieldToDraw, 'id' | 'required' | 'errorSchema' | 'hint'>,
  facts: JsonSchema,
) {
  const errors = errorSchema?.__errors ?? NO_ERRORS
  const help = describeField(facts)
  const isWrong = errors.length > 0
  const describedBy = [isWrong && `${id}__error`, hint && `${id}__hint`, help && `${id}__help`]
  const control = {
    id,
    'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-required': required || undefined,
  } as const
  return { errors, help, control }
}

function fieldKind(field: FieldModel, json: Json | undefined, picks: Picks): ControlKind {
  const kind = controlKind(field, json, picks)
  const isOther =
    kind === 'constant' && json !== undefined && !isIdenticalJson(json, field.options?.[0]?.value)
  return isOther ? 'misfit' : kind
}

/**
 * Whether a removed row was the last one of an optional list, which then disappears, unless an empty list has a
 * meaning.
 */
export function isLastRowGone(
  next: unknown,
  { required, field }: { required: boolean; field: FieldModel },
): boolean {
  if (!Array.isArray(next) || next.length > 0 || required) return false
  return listParts(field).least > 0 && findPreset(field) === undefined
}

/** Returns the rows of a list; a tuple has one for every position, because each has a field. */
export function listValue(value: FormValue, field: FieldModel): FormValue {
  const list = Array.isArray(value) ? (value as FormValue[]) : []
  const missing = listParts(field).tupleLength - list.length
  return missing > 0 ? [...list, ...Array.from({ length: missing }, () => SKIPPED)] : (value ?? list)
}

/**
 * Returns the tuple with a change at the path within it. The positions before it start as they would in a required
 * tuple, because an object of optional fields has nothing to fill in.
 */
export function changedTuple(
  contract: FormContract,
  field: FieldModel,
  value: FormValue,
  { path, next }: { path: ValuePath; next: FormValue | typeof ABSENT },
): FormValue {
  const list = Array.isArray(value) ? value : []
  const { tupleLength, least } = listParts(field)
  const count = Math.min(tupleLength, Math.max(least, Number(path[0]) + 1))
  const begun = [...list, ...startPositions(contract, field, count).slice(list.length)]
  return changedAt(begun, path, next)
}

const WIDGET_OF: Partial<Record<DrawnField['kind'], string>> = {
  boolean: 'CheckWidget',
  number: 'NumberWidget',
  integer: 'NumberWidget',
  options: 'SelectWidget',
  null: 'NullWidget',
  constant: 'ConstantWidget',
  any: 'JsonWidget',
  misfit: 'JsonWidget',
  checks: 'CheckboxesWidget',
  choice: 'KindWidget',
  placeholder: 'PlaceholderWidget',
}

const MAY_HAVE_CHOICES = ['string', 'number', 'integer', 'options']

function chooseWidget({ kind, facts, json }: DrawnField): string {
  if (typeof facts['x-choices'] === 'string' && MAY_HAVE_CHOICES.includes(kind)) return 'ChoicesWidget'
  if (kind !== 'string') return WIDGET_OF[kind] ?? 'TextWidget'
  if (facts.format === 'date-time' && canShowInstant(json)) return 'DateTimeWidget'
  if (facts.format === 'time' && canShowClockTime(json)) return 'ClockTimeWidget'
  if (facts.format === 'duration' && canShowDuration(json)) return 'DurationWidget'
  if (facts.format === 'vault-path') return 'VaultPathWidget'
  if (isBlob(facts)) return 'BlobWidget'
  return isFile(facts) ? 'FileWidget' : 'TextWidget'
}

export function buildUiSchema(field: DrawnField): UiSchema {
  const { kind, choice } = field
  if (kind === 'object') return {}
  if (kind === 'array') return { 'ui:copyable': true, 'ui:addable': listParts(field.field).isOpen }
  return {
    'ui:widget': chooseWidget(field),
    ...(!['boolean', 'checks', 'choice'].includes(kind) && { 'ui:field': 'StringField' }),
    ...(choice && kindOptions(field, choice)),
  }
}

function kindOptions({ id, label }: DrawnField, { key, mayBeNone, position }: Choice) {
  const isType = key === TYPE_PICK
  return {
    'ui:name': `${label}: ${isType ? 'type' : 'kind'}`,
    'ui:controlId': isType ? `${id}__type` : `${id}__kind${position || ''}`,
    'ui:mayBeNone': mayBeNone && !isType,
  }
}

/** Returns the value of an emptied field: a property disappears, a row stays empty. */
export function emptyIn(slot: FieldNode['slot']): FormValue | typeof ABSENT {
  if (slot === 'property' || slot === 'root') return ABSENT
  return slot === 'position' ? SKIPPED : BLANK
}
