'use client'

/**
 * Around the library's own, whose schema has nothing to resolve. A value of the wrong type is edited as JSON: the
 * library would overwrite it.
 */
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import type { FieldProps, RJSFSchema } from '@rjsf/utils'
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { contractRegistry } from '#lib/form-model/contract-registry.ts'
import {
  drawField,
  emptyIn,
  type FieldToDraw,
  isLastRowGone,
  listValue,
  uiSchemaOf,
} from '#lib/form-model/draw-field.ts'
import { type FieldModel, type Picks, readFieldModel } from '#lib/form-model/field-model.ts'
import { type FieldNode, nodeOf, type SwitchBranch } from '#lib/form-model/form-schema.ts'
import { type ABSENT, type FormValue, toJsonValue } from '#lib/form-model/form-value.ts'
import { switched } from '#lib/form-model/switch-kind.ts'
import { toPointer } from '#lib/json/json-pointer.ts'
import { type FieldPlaceholders, useFieldPlaceholders } from '../frame/field-placeholders.ts'
import type { FormContext } from './contract-form.tsx'
import { useDrawnNames, useDrawnSchema } from './field-chunks.tsx'

type Props = FieldProps<unknown, RJSFSchema, FormContext>

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
  // They must be filled in.
  const needsBranch = required || slot !== 'property'
  const [ownPicks, pick] = usePicks(epoch)
  const picks = branch?.picks ?? ownPicks
  const json = useMemo(() => toJsonValue(value), [value])
  const field = useMemo(
    () => readFieldModel(contract, schemas, json, { picks, needsBranch }),
    [contract, schemas, json, picks, needsBranch],
  )
  const placeholders = useFieldPlaceholders(pointer)
  const [typed, setTyped] = useTypedValue(id)
  const isPlaceholder = placeholders?.isPlaceholder(json) === true && json !== typed

  const latest = useRef<LatestField>({ props, required, field, value, placeholders })
  latest.current = { props, required, field, value, placeholders }
  const { put, onChange } = useFieldChange(latest, { id, path, slot, setTyped })
  const switchHere = useSwitchBranch(latest, { contract, schemas, slot, pick })
  const switchTo = branch?.switchTo ?? switchHere

  const [names, draw] = useDrawnNames()
  // biome-ignore format: a list reads in rows
  const drawn = useDrawnField({
    contract, node, field, json, value, picks, needsBranch, required, id, pointer, isPlaceholder, put,
    switchTo, draw,
  })
  const { own } = drawn
  const schema = useDrawnSchema(drawn.schema, names, value)
  const uiSchema = useMemo(() => uiSchemaOf(own, errorSchema), [own, errorSchema])

  if (own.kind === 'hidden') return null
  if (own.kind === 'constant' && json !== undefined && required && slot === 'property') return null
  return (
    <SchemaField
      {...props}
      {...{ schema, uiSchema, registry, required, onChange }}
      formData={own.kind === 'array' ? listValue(value, field) : value}
    />
  )
}

type LatestField = {
  props: Props
  required: boolean
  field: FieldModel
  value: FormValue
  placeholders: FieldPlaceholders | null
}

type ChangeSetup = {
  id: string
  path: Props['fieldPathId']['path']
  slot: FieldNode['slot']
  setTyped: (typed: FormValue) => void
}

/** `onChange` takes the library's changes inside, too. */
function useFieldChange(latest: RefObject<LatestField>, { id, path, slot, setTyped }: ChangeSetup) {
  const put = useCallback(
    (next: FormValue | typeof ABSENT) => {
      const isCleared = next === undefined || isLastRowGone(next, latest.current)
      latest.current.props.onChange(isCleared ? emptyIn(slot) : next, path, undefined, id)
    },
    [latest, slot, path, id],
  )
  const onChange = useCallback<Props['onChange']>(
    (next, changed, errors, changedId) => {
      if (changed.length > path.length) return latest.current.props.onChange(next, changed, errors, changedId)
      if (latest.current.placeholders) setTyped(next as FormValue)
      put(next as FormValue)
    },
    [latest, path, put, setTyped],
  )
  return { put, onChange }
}

function useDrawnField(parts: FieldToDraw): ReturnType<typeof drawField> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts, always the same number of them
  return useMemo(() => drawField(parts), Object.values(parts))
}

type SwitchSetup = {
  contract: FormContext['contract']
  schemas: FieldNode['schemas']
  slot: FieldNode['slot']
  pick: (picks: Picks) => void
}

/** And back to the value left there. */
function useSwitchBranch(
  latest: RefObject<LatestField>,
  { contract, schemas, slot, pick }: SwitchSetup,
): SwitchBranch {
  const left = useRef(new Map<string, FormValue>())
  return useCallback<SwitchBranch>(
    (from, to) => {
      const { value: before } = latest.current
      const key = to?.key ?? from?.key ?? ''
      left.current.set(`${key}:${from?.index ?? NONE}`, before)
      pick(to?.picks ?? { ...from?.picks, [key]: NONE })
      const branch = `${key}:${to?.index ?? NONE}`
      const known = left.current.get(branch)
      // The library would fill it in.
      if (left.current.has(branch)) return known === undefined ? (emptyIn(slot) as FormValue) : known
      return to && switched(contract, schemas, toJsonValue(before), to.picks)
    },
    [latest, contract, schemas, slot, pick],
  )
}

export const FormField = memo(FormFieldBase, (before, after) =>
  COMPARED.every((key) => Object.is(before[key], after[key])),
)

/** The others are new each time. */
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

/** Until it loses the focus. */
function useTypedValue(id: string): [FormValue, (typed: FormValue) => void] {
  const [typed, setTyped] = useState<FormValue>()
  useEffect(() => {
    if (typed === undefined) return
    const control = document.getElementById(id)
    const leave = () => setTyped(undefined)
    control?.addEventListener('focusout', leave)
    return () => control?.removeEventListener('focusout', leave)
  }, [id, typed])
  return [typed, setTyped]
}

/** Until the whole value is replaced. */
function usePicks(epoch: number): [Picks, (picks: Picks) => void] {
  const [state, setState] = useState<{ epoch: number; picks: Picks }>({ epoch, picks: NO_PICKS })
  const put = useCallback((picks: Picks) => setState({ epoch, picks }), [epoch])
  return [state.epoch === epoch ? state.picks : NO_PICKS, put]
}

const NO_PICKS: Picks = {}

const NONE = -1
