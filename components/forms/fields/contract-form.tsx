'use client'

/** react-jsonschema-form as a controlled form: it passes on what a person changes, adds nothing and loses nothing. */
import Form, { type FormProps } from '@rjsf/core/lib/components/Form.js'
import type { FieldPathList, RJSFSchema } from '@rjsf/utils'
import { type ComponentProps, type Ref, useMemo, useRef } from 'react'
import type { Picks } from '#lib/contracts/forms/fields/field-model.ts'
import { internList } from '#lib/contracts/forms/fields/schema-parts.ts'
import { contractValidator, issueOfError } from '#lib/contracts/forms/rjsf/contract-validator.ts'
import { buildErrorSchema } from '#lib/contracts/forms/rjsf/form-issues.ts'
import { nodeSchema } from '#lib/contracts/forms/rjsf/form-schema.ts'
import type { FormContract } from '#lib/contracts/forms/validation/form-contract.ts'
import {
  changedAt,
  type FormValue,
  toJsonValue,
  type ValuePath,
} from '#lib/contracts/forms/values/form-value.ts'
import { hiddenValues } from '#lib/contracts/forms/values/hidden-values.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import { toPointer } from '#lib/kernel/json/json-pointer.ts'
import { FieldHintsProvider } from './form-field.tsx'
import { FIELDS, TEMPLATES, WIDGETS } from './theme.ts'

/** Stays the same while the user types. */
export type FormContext = {
  contract: FormContract
  idPrefix: string
  /** Increases when the whole value is replaced, which voids earlier choices. */
  epoch: number
  /** Property orders as sent, by the object's pointer. */
  orders: Map<string, readonly string[]>
  /** The branches that a person chose, by the field's pointer. */
  picks: Map<string, Picks>
  /** Removes the values of fields that a change hides. */
  removeHiddenValues: ReturnType<typeof hiddenValues>
  /** Returns the current value, for options that depend on other fields. */
  current: () => FormValue
}

type Props = FormProps<unknown, RJSFSchema, FormContext>

/**
 * Uses only the contract's defaults, because the library merges its own into typed values
 * (rjsf-team/react-jsonschema-form#4918) and copies values. Parts that a change does not touch stay the same object in
 * the same order. Empty rows are not sent.
 */
export class LosslessForm extends Form<unknown, RJSFSchema, FormContext> {
  /** Includes changes not yet applied by React. */
  declare latest: FormValue

  constructor(props: Props) {
    super(props)
    this.latest = this.state.formData as FormValue
    const apply = this.onChange
    this.onChange = (value, path: FieldPathList, _errors, id) => {
      const { orders, picks, removeHiddenValues } = this.props.formContext as FormContext
      const orderOf = (keys: ValuePath) => orders.get(toPointer(keys)) ?? []
      const before = this.latest
      this.latest = removeHiddenValues({
        before,
        after: changedAt(before, path, value as FormValue, orderOf),
        edited: toPointer(path),
        picksAt: (pointer) => picks.get(pointer),
      })
      apply(this.latest, [], undefined, id)
    }
  }

  override componentDidUpdate(
    ...args: Parameters<Form<unknown, RJSFSchema, FormContext>['componentDidUpdate']>
  ) {
    super.componentDidUpdate(...args)
    this.latest = this.state.formData as FormValue
  }

  override getStateFromProps(
    ...args: Parameters<Form<unknown, RJSFSchema, FormContext>['getStateFromProps']>
  ) {
    const [props, formData, ...rest] = args
    return { ...super.getStateFromProps(props, undefined, ...rest), formData }
  }

  override validate(...args: Parameters<Form<unknown, RJSFSchema, FormContext>['validate']>) {
    const [formData, ...rest] = args
    return super.validate(toJsonValue(formData as FormValue) ?? {}, ...rest)
  }
}

type ContractFormProps = {
  contract: FormContract
  value: FormValue
  onChange: (value: FormValue) => void
  epoch: number
  idPrefix: string
  disabled?: boolean
  issues?: readonly Issue[]
  /** Notes by field id: "“5” was converted to 5". */
  hints?: ReadonlyMap<string, string>
  onSubmit?: (value: FormValue) => void
  onRefuse?: (issues: Issue[]) => void
  /** Call its `onSubmit` to validate the value. */
  ref?: Ref<LosslessForm>
}

/** Renders no `<form>` element: the page has one. */
export function ContractForm(props: ContractFormProps) {
  const { contract, value, epoch, idPrefix, disabled, issues, hints, onChange, onSubmit, onRefuse, ref } =
    props
  const { schema, validator } = useMemo(() => librarySchema(contract), [contract])
  // Stable, or each keystroke would draw all fields again.
  const issuesText = JSON.stringify(issues ?? [])
  const extraErrors = useMemo(() => buildErrorSchema(JSON.parse(issuesText)), [issuesText])
  const foundIssues = useRef<Issue[]>([])
  const orders = useMemo(() => new Map<string, readonly string[]>(), [])
  const picks = useMemo(() => new Map<string, Picks>(), [])
  const removeHiddenValues = useMemo(() => hiddenValues(contract), [contract])
  const latest = useRef(value)
  latest.current = value
  const formContext = useMemo(
    () => ({ contract, idPrefix, epoch, orders, picks, removeHiddenValues, current: () => latest.current }),
    [contract, idPrefix, epoch, orders, picks, removeHiddenValues],
  )
  return (
    <FieldHintsProvider value={hints ?? NO_HINTS}>
      <LosslessForm
        ref={ref}
        schema={schema}
        validator={validator}
        formData={value}
        extraErrors={extraErrors}
        formContext={formContext}
        idPrefix={idPrefix}
        idSeparator="/"
        disabled={disabled}
        tagName={Fields}
        fields={FIELDS}
        templates={TEMPLATES}
        widgets={WIDGETS}
        noHtml5Validate
        showErrorList={false}
        experimental_componentUpdateStrategy="shallow"
        onChange={({ formData }) => onChange(formData as FormValue)}
        onSubmit={({ formData }) => onSubmit?.(formData as FormValue)}
        // The library keeps only `extraErrors` of what it is given here.
        transformErrors={(errors) => {
          foundIssues.current = errors.map(issueOfError)
          return errors
        }}
        onError={() => onRefuse?.(foundIssues.current)}
      >
        {NO_BUTTON}
      </LosslessForm>
    </FieldHintsProvider>
  )
}

const NO_HINTS: ReadonlyMap<string, string> = new Map()

function Fields({ children, ref }: ComponentProps<'div'>) {
  return (
    <div ref={ref} className="@container grid min-w-0 grid-cols-1 content-start gap-5">
      {children}
    </div>
  )
}

// Passed as the child of the form, because the library adds its own submit button to a form without children.
const NO_BUTTON = <span hidden />

let count = 0

function librarySchema(contract: FormContract) {
  const root = {
    schemas: internList([contract.schema]),
    slot: 'root',
    name: '',
    depth: 0,
    required: true,
  } as const
  // The library compares schemas as text.
  const schema: RJSFSchema = { ...nodeSchema(root), $comment: `contract ${++count}` }
  return { schema, validator: contractValidator<FormContext>(contract) }
}
