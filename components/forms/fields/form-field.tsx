'use client'

/**
 * Wraps the library's SchemaField, with a schema that needs no resolving. A value of the wrong type is edited as JSON,
 * because the library would overwrite it.
 */
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import type { FieldProps, RJSFSchema } from '@rjsf/utils'
import {
  createContext,
  memo,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type FieldModel, type Picks, readFieldModel } from '#lib/contracts/forms/fields/field-model.ts'
import { listParts } from '#lib/contracts/forms/fields/schema-parts.ts'
import { contractRegistry } from '#lib/contracts/forms/rjsf/contract-registry.ts'
import {
  buildUiSchema,
  changedTuple,
  drawField,
  emptyIn,
  type FieldToDraw,
  isLastRowGone,
  listValue,
} from '#lib/contracts/forms/rjsf/draw-field.ts'
import type { DrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { type FieldNode, findNode, type SwitchBranch } from '#lib/contracts/forms/rjsf/form-schema.ts'
import { type FormValue, toJsonValue } from '#lib/contracts/forms/values/form-value.ts'
import { switchKind } from '#lib/contracts/forms/values/switch-kind.ts'
import { toPointer } from '#lib/kernel/json/json-pointer.ts'
import { useFieldPlaceholders } from '../frame/field-placeholders.ts'
import type { FormContext } from './contract-form.tsx'
import { useDrawnNames, useDrawnSchema } from './field-chunks.tsx'

type Props = FieldProps<unknown, RJSFSchema, FormContext>

/** Notes by field id: "“5” was converted to 5". */
const Hints = createContext<ReadonlyMap<string, string>>(new Map())

export const FieldHintsProvider = Hints.Provider

function FormFieldBase(props: Props) {
  const { errorSchema, disabled = false } = props
  const { path } = props.fieldPathId
  const value = props.formData as FormValue
  const registry = contractRegistry(props.registry)
  const { contract, epoch, idPrefix } = registry.formContext
  const node = findNode(props.schema) as FieldNode
  const { slot, schemas, branch } = node
  const pointer = useMemo(() => toPointer(path), [path])
  const id = idPrefix + pointer
  const hint = use(Hints).get(id)
  const required = node.required ?? props.required ?? false
  // Where a value must be filled in, a branch is chosen from the start.
  const needsBranch = required || slot !== 'property'
  const [ownPicks, pick] = usePicks(epoch)
  const picks = branch?.picks ?? ownPicks
  useRegisteredPicks(registry.formContext.picks, pointer, branch ? undefined : ownPicks)
  const json = useMemo(() => toJsonValue(value), [value])
  const field = useMemo(
    () => readFieldModel(contract, schemas, json, { picks, needsBranch }),
    [contract, schemas, json, picks, needsBranch],
  )
  const placeholders = useFieldPlaceholders(pointer)
  const [typed, setTyped] = useTypedValue(id)
  const isPlaceholder = placeholders?.isPlaceholder(json) === true && json !== typed

  const current: LatestField = { props, node, id, required, field, value, pick, setTyped }
  const latest = useRef(current)
  latest.current = current
  const { put, onChange, switchHere } = useFieldChanges(latest)
  const switchTo = branch?.switchTo ?? switchHere

  const [names, draw] = useDrawnNames()
  // biome-ignore format: list
  const drawn = useDrawnField({
    contract, node, field, json, value, picks, needsBranch, required, disabled, id, pointer, errorSchema, hint,
    isPlaceholder, put, switchTo, draw,
  })
  const { own } = drawn
  const schema = useDrawnSchema(drawn.schema, names, value)
  const uiSchema = useMemo(() => buildUiSchema(own), [own])

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
  node: FieldNode
  id: string
  required: boolean
  field: FieldModel
  value: FormValue
  pick: (picks: Picks) => void
  setTyped: (typed: FormValue) => void
}

/** The functions stay the same while the field is shown. */
function useFieldChanges(latest: RefObject<LatestField>) {
  /** The values of branches that were left, for switching back. */
  const valuesByBranch = useRef(new Map<string, FormValue>())
  return useMemo(() => {
    const put: DrawnField['change'] = (next) => {
      const { props, node, id } = latest.current
      const isCleared = next === undefined || isLastRowGone(next, latest.current)
      props.onChange(isCleared ? emptyIn(node.slot) : next, props.fieldPathId.path, undefined, id)
    }
    /** Also receives the library's changes of nested fields. */
    const onChange: Props['onChange'] = (next, changed, errors, changedId) => {
      const { props, id, field, value, setTyped } = latest.current
      const { path } = props.fieldPathId
      const inner = changed.slice(path.length)
      if (inner.length > 0) {
        const isBegun = Array.isArray(value) && value.length >= listParts(field).tupleLength
        if (typeof inner[0] !== 'number' || isBegun) return props.onChange(next, changed, errors, changedId)
        const { contract } = props.registry.formContext
        const tuple = changedTuple(contract, field, value, { path: inner, next: next as FormValue })
        return props.onChange(tuple, path, errors, changedId)
      }
      // A button of a placeholder may set the same value as a person could type.
      setTyped(document.activeElement?.id === id ? (next as FormValue) : undefined)
      put(next as FormValue)
    }
    const switchHere: SwitchBranch = (from, to) => {
      const { props, node, value: before, pick } = latest.current
      const { contract } = props.registry.formContext
      const key = to?.key ?? from?.key ?? ''
      valuesByBranch.current.set(`${key}:${from?.index ?? NONE}`, before)
      pick(to?.picks ?? { ...from?.picks, [key]: NONE })
      const branch = `${key}:${to?.index ?? NONE}`
      const earlierValue = valuesByBranch.current.get(branch)
      // Undefined is replaced, because the library would fill in a value of its own.
      if (valuesByBranch.current.has(branch))
        return earlierValue === undefined ? (emptyIn(node.slot) as FormValue) : earlierValue
      if (!to) return undefined
      const { schemas } = node
      return switchKind({ contract, schemas, before: toJsonValue(before), from: from?.picks, to: to.picks })
    }
    return { put, onChange, switchHere }
  }, [latest])
}

function useDrawnField(parts: FieldToDraw): ReturnType<typeof drawField> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts, always the same number of them
  return useMemo(() => drawField(parts), Object.values(parts))
}

export const FormField = memo(FormFieldBase, (before, after) =>
  COMPARED.every((key) => Object.is(before[key], after[key])),
)

/** The props that are compared; the library creates the others anew for each render. */
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

/** Returns typed text until the field loses the focus. */
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

/** Picks are valid until the whole value is replaced. */
function usePicks(epoch: number): [Picks, (picks: Picks) => void] {
  const [state, setState] = useState<{ epoch: number; picks: Picks }>({ epoch, picks: NO_PICKS })
  return [state.epoch === epoch ? state.picks : NO_PICKS, (picks) => setState({ epoch, picks })]
}

/** Tells the form what was chosen here. The fields inside a branch have the picks of the choice. */
function useRegisteredPicks(all: Map<string, Picks>, pointer: string, picks: Picks | undefined): void {
  useLayoutEffect(() => {
    if (!picks) return
    all.set(pointer, picks)
    return () => void all.delete(pointer)
  }, [all, pointer, picks])
}

const NO_PICKS: Picks = {}

const NONE = -1
