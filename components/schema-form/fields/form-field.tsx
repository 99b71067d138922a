'use client'

/**
 * One value of a contract, drawn by react-jsonschema-form from a schema that leaves it nothing to resolve.
 *
 * Registered as `SchemaField`, around the library's own. A value that is not what the contract wants is drawn as JSON
 * in its place: the library's fields would show a list as an empty object and overwrite it.
 */
import { getDefaultRegistry } from '@rjsf/core'
import type { FieldProps, RJSFSchema, SchemaUtilsType, UiSchema } from '@rjsf/utils'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { Json } from '#lib/json/json.ts'
import { toPointer } from '#lib/json/json-pointer.ts'
import { type Choice, type DrawnField, drawnField, fieldOf } from '../frame/drawn-field.ts'
import { useFieldPlaceholders } from '../frame/field-placeholders.ts'
import { type ControlKind, controlKind, TYPE_PICK } from '../model/control-kind.ts'
import { factsOf, isBlob, isFile, labelOf } from '../model/field-facts.ts'
import { type FieldModel, type Picks, presetOf, readFieldModel } from '../model/field-model.ts'
import { choiceSchema, type FieldNode, formSchema, nodeOf, type SwitchBranch } from '../model/form-schema.ts'
import { ABSENT, BLANK, type FormValue, SKIPPED, toJsonValue } from '../model/form-value.ts'
import { listParts } from '../model/schema-parts.ts'
import { startValue } from '../model/start-value.ts'
import { switched } from '../model/switch-kind.ts'
import { checkboxOptions } from '../widgets/checks-widget.tsx'
import { canShowInstant } from '../widgets/instant-widget.tsx'
import { isSame } from '../widgets/select-widget.tsx'
import type { FormContext, LibraryFields } from './contract-form.tsx'
import { useTypedValue } from './use-typed-value.ts'

type Props = FieldProps<unknown, RJSFSchema, FormContext>

const { SchemaField } = getDefaultRegistry<unknown, RJSFSchema, FormContext>().fields as LibraryFields

function FormFieldBase(props: Props) {
  const { errorSchema, fieldPathId } = props
  const { path } = fieldPathId
  const value = props.formData as FormValue
  const registry = contractRegistry(props.registry)
  const { contract, epoch, idPrefix } = registry.formContext
  const node = nodeOf(props.schema) as FieldNode
  const { slot, schemas, branch } = node
  const pointer = useMemo(() => toPointer(path), [path])
  const id = idPrefix + pointer
  const required = node.required ?? props.required ?? false
  // A row that is there wants to be filled, and so does what must be there.
  const wanted = required || slot !== 'property'
  const [ownPicks, pick] = usePicks(epoch)
  const picks = branch?.picks ?? ownPicks
  const json = useMemo(() => toJsonValue(value), [value])
  const field = useMemo(
    () => readFieldModel(contract, schemas, json, { picks, wanted }),
    [contract, schemas, json, picks, wanted],
  )
  const placeholders = useFieldPlaceholders(pointer)
  // What is being typed stays where it is typed.
  const [typed, setTyped] = useTypedValue(id)
  const isPlaceholder = placeholders?.isPlaceholder(json) === true && json !== typed

  const latest = useRef({ props, required, field, value, placeholders })
  latest.current = { props, required, field, value, placeholders }
  const put = useCallback(
    (next: FormValue | typeof ABSENT) => {
      const isCleared = next === undefined || isLastRowGone(next, latest.current)
      latest.current.props.onChange(isCleared ? emptyIn(slot) : next, path, undefined, id)
    },
    [slot, path, id],
  )
  const onChange = useCallback<Props['onChange']>(
    (next, changed, errors, changedId) => {
      if (changed.length > path.length) return latest.current.props.onChange(next, changed, errors, changedId)
      if (latest.current.placeholders) setTyped(next as FormValue)
      put(next as FormValue)
    },
    [path, put, setTyped],
  )
  const left = useRef(new Map<string, FormValue>())
  const switchHere = useCallback<SwitchBranch>(
    (from, to) => {
      const { value: before } = latest.current
      const key = to?.key ?? from?.key ?? ''
      left.current.set(`${key}:${from?.index ?? NONE}`, before)
      pick(to?.picks ?? { ...from?.picks, [key]: NONE })
      const place = `${key}:${to?.index ?? NONE}`
      const known = left.current.get(place)
      // Not undefined, which the library would fill in.
      if (left.current.has(place)) return known === undefined ? (emptyIn(slot) as FormValue) : known
      return to && switched(contract, schemas, toJsonValue(before), to.picks)
    },
    [contract, schemas, slot, pick],
  )
  const switchTo = branch?.switchTo ?? switchHere

  const drawn = useMemo(() => {
    const open = isPlaceholder ? undefined : { contract, node, field, json }
    const choice = open && choiceSchema(open, picks, switchTo)
    const kind = choice ? 'choice' : isPlaceholder ? 'placeholder' : fieldKind(field, json, picks)
    const checks = kind === 'array' ? checkboxOptions(contract, field) : undefined
    const own: DrawnField = {
      ...{
        id,
        pointer,
        name: node.name,
        slot,
        depth: node.depth,
        required,
        field,
        json,
        value,
        placeholders,
      },
      kind: checks ? 'checks' : kind,
      label: labelOf(contract, { schemas, slot, name: node.name, pointer }),
      facts: factsOf(field),
      checks,
      choice: choice && {
        ...{ key: choice.key, chosen: choice.chosen, position: branch?.settled.length ?? 0 },
        mayBeNone: !wanted || choice.chosen < 0,
      },
      change: put,
      begin: () => put(startValue(contract, schemas, picks) ?? {}),
    }
    const base = choice?.schema ?? formSchema({ node, field, kind: own.kind, json, value })
    return { own, schema: drawnField(base, own) }
  }, [
    // biome-ignore format: a list reads in rows
    contract,
    node,
    branch,
    schemas,
    slot,
    field,
    json,
    value,
    picks,
    wanted,
    required,
    id,
    pointer,
    placeholders,
    isPlaceholder,
    put,
    switchTo,
  ])
  const { own, schema } = drawn
  const uiSchema = useMemo(() => uiSchemaOf(own, errorSchema), [own, errorSchema])

  if (own.kind === 'hidden') return null
  // What must be there, and is, needs no words.
  if (own.kind === 'constant' && json !== undefined && required && slot === 'property') return null
  return (
    <SchemaField
      {...props}
      {...{ schema, uiSchema, registry, required, onChange }}
      formData={own.kind === 'array' ? listOf(value, field) : value}
    />
  )
}

export const FormField = memo(FormFieldBase, (before, after) =>
  COMPARED.every((key) => Object.is(before[key], after[key])),
)

/** The library makes the others anew each time it draws an object. */
const COMPARED = [
  'schema',
  'formData',
  'errorSchema',
  'fieldPathId',
  'required',
  'onChange',
  'registry',
  'disabled',
] as const

const adapted = new WeakMap<Props['registry'], Props['registry']>()

/** The library asks here what is asked of the contract instead. */
function contractRegistry(given: Props['registry']): Props['registry'] {
  const known = adapted.get(given)
  if (known) return known
  const { contract } = given.formContext
  const answers: Partial<SchemaUtilsType<unknown, RJSFSchema, FormContext>> = {
    retrieveSchema: (schema) => schema,
    isSelect: () => false,
    isMultiSelect: (schema) => fieldOf(schema).checks !== undefined,
    isFilesArray: () => false,
    getDisplayLabel: () => false,
    getClosestMatchingOption: (_value, [first]) => nodeOf(first)?.branch?.chosen ?? -1,
    // Theirs loses what the other branch does not know (rjsf-team/react-jsonschema-form#4449, #3977).
    sanitizeDataForNewSchema(to, from) {
      const [next, before] = [nodeOf(to)?.branch, nodeOf(from)?.branch]
      return (next ?? before)?.switchTo(before, next)
    },
    getDefaultFormState(schema, value) {
      const { schemas = [], branch } = nodeOf(schema) ?? {}
      return value === undefined ? startValue(contract, schemas, branch?.picks) : value
    },
  }
  const schemaUtils = Object.assign(Object.create(given.schemaUtils), answers)
  const registry = { ...given, schemaUtils }
  adapted.set(given, registry)
  adapted.set(registry, registry)
  return registry
}

function fieldKind(field: FieldModel, json: Json | undefined, picks: Picks): ControlKind {
  const kind = controlKind(field, json, picks)
  const isOther = kind === 'constant' && json !== undefined && !isSame(json, field.options?.[0]?.value)
  return isOther ? 'misfit' : kind
}

/** The last row of a list that may be left out takes the list with it, unless an empty one means something else. */
function isLastRowGone(
  next: unknown,
  { required, field }: { required: boolean; field: FieldModel },
): boolean {
  if (!Array.isArray(next) || next.length > 0 || required) return false
  return listParts(field).least > 0 && presetOf(field) === undefined
}

/** The positions of a tuple are there to be filled before any of them is. */
function listOf(value: FormValue, field: FieldModel): FormValue {
  const list = Array.isArray(value) ? (value as FormValue[]) : []
  const missing = listParts(field).places - list.length
  return missing > 0 ? [...list, ...Array.from({ length: missing }, () => SKIPPED)] : (value ?? list)
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

function widgetOf({ kind, facts, json }: DrawnField): string {
  if (kind !== 'string') return WIDGET_OF[kind] ?? 'TextWidget'
  if (facts.format === 'date-time' && canShowInstant(json)) return 'DateTimeWidget'
  if (isBlob(facts)) return 'BlobWidget'
  return isFile(facts) ? 'FileWidget' : 'TextWidget'
}

function uiSchemaOf(
  field: DrawnField,
  errorSchema: Props['errorSchema'],
): UiSchema<unknown, RJSFSchema, FormContext> {
  const { kind, choice } = field
  if (kind === 'object') return {}
  if (kind === 'array') return { 'ui:copyable': true, 'ui:addable': listParts(field.field).isOpen }
  const isJson = kind === 'any' || kind === 'misfit'
  return {
    'ui:widget': widgetOf(field),
    ...(!['boolean', 'checks', 'choice'].includes(kind) && { 'ui:field': 'StringField' }),
    ...(isJson && { 'ui:errorsBelow': errorSchema }),
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

/** What is left of a value that was cleared: of a property nothing, of a row its place. */
function emptyIn(slot: FieldNode['slot']): FormValue | typeof ABSENT {
  if (slot === 'property' || slot === 'root') return ABSENT
  return slot === 'position' ? SKIPPED : BLANK
}

/** What was chosen here, until the whole value comes from elsewhere. */
function usePicks(epoch: number): [Picks, (picks: Picks) => void] {
  const [state, setState] = useState<{ epoch: number; picks: Picks }>({ epoch, picks: NO_PICKS })
  const put = useCallback((picks: Picks) => setState({ epoch, picks }), [epoch])
  return [state.epoch === epoch ? state.picks : NO_PICKS, put]
}

const NO_PICKS: Picks = {}

/** The index of no branch. */
const NONE = -1
