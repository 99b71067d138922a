'use client'

/** react-jsonschema-form, controlled: `formData` in, `onChange` out, nothing added and nothing lost. */
import Form, { type FormProps } from '@rjsf/core/lib/components/Form.js'
import type { ErrorSchema, FieldPathList, RJSFSchema } from '@rjsf/utils'
import { useMemo, useRef } from 'react'
import type { Issue } from '#lib/errors.ts'
import type { FormContract } from '#lib/form-model/form-contract.ts'
import { nodeSchema } from '#lib/form-model/form-schema.ts'
import { changedAt, type FormValue, toJsonValue } from '#lib/form-model/form-value.ts'
import { interned } from '#lib/form-model/schema-parts.ts'
import { pointerKeys, toPointer } from '#lib/json/json-pointer.ts'
import { contractValidator, issueOf } from './contract-validator.ts'
import { FIELDS, TEMPLATES, WIDGETS } from './theme.ts'

/** The same while the user types. */
export type FormContext = {
  contract: FormContract
  idPrefix: string
  /** Rises when the whole value came from elsewhere: earlier choices are void. */
  epoch: number
  /** By the object's pointer, in the order sent. */
  orders: Map<string, readonly string[]>
  /** For options that depend on other fields. */
  current: () => FormValue
}

type Props = FormProps<unknown, RJSFSchema, FormContext>

/**
 * Defaults are the contract's: the library merges its own into what was typed (rjsf-team/react-jsonschema-form#4918)
 * and copies values. What a change does not touch stays the same object in order. Empty rows are not sent.
 */
class LosslessForm extends Form<unknown, RJSFSchema, FormContext> {
  /** With those not yet applied by React. */
  declare latest: FormValue

  constructor(props: Props) {
    super(props)
    this.latest = this.state.formData as FormValue
    const apply = this.onChange
    this.onChange = (value, path: FieldPathList, _errors, id) => {
      const { orders } = this.props.formContext as FormContext
      const orderOf = (keys: readonly string[]) => orders.get(toPointer(keys)) ?? []
      this.latest = changedAt(this.latest, path.map(String), value as FormValue, orderOf)
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
  /** "div": without a form around. */
  tagName: Props['tagName']
  onSubmit?: (value: FormValue) => void
  onRefuse?: (issues: Issue[]) => void
}

export function ContractForm(props: ContractFormProps) {
  const { contract, value, epoch, idPrefix, disabled, issues, tagName, onChange, onSubmit, onRefuse } = props
  const { schema, validator } = useMemo(() => drawnFrom(contract), [contract])
  const extraErrors = useMemo(() => errorSchemaOf(issues ?? []), [issues])
  const found = useRef<Issue[]>([])
  const orders = useMemo(() => new Map<string, readonly string[]>(), [])
  const latest = useRef(value)
  latest.current = value
  const formContext = useMemo(
    () => ({ contract, idPrefix, epoch, orders, current: () => latest.current }),
    [contract, idPrefix, epoch, orders],
  )
  return (
    <LosslessForm
      schema={schema}
      validator={validator}
      formData={value}
      extraErrors={extraErrors}
      formContext={formContext}
      idPrefix={idPrefix}
      idSeparator="/"
      disabled={disabled}
      tagName={tagName}
      fields={FIELDS}
      templates={TEMPLATES}
      widgets={WIDGETS}
      noHtml5Validate
      showErrorList={false}
      experimental_componentUpdateStrategy="shallow"
      onChange={({ formData }) => onChange(formData as FormValue)}
      onSubmit={({ formData }) => onSubmit?.(formData as FormValue)}
      // It stores only `extraErrors`.
      transformErrors={(errors) => {
        found.current = errors.map(issueOf)
        return errors
      }}
      onError={() => onRefuse?.(found.current)}
    >
      {NO_BUTTON}
    </LosslessForm>
  )
}

// Otherwise the library adds a submit button.
const NO_BUTTON = <span hidden />

let count = 0

function drawnFrom(contract: FormContract) {
  const root = {
    schemas: interned([contract.schema]),
    slot: 'root',
    name: '',
    depth: 0,
    required: true,
  } as const
  // Compared by text.
  const schema: RJSFSchema = { ...nodeSchema(root), $comment: `contract ${++count}` }
  return { schema, validator: contractValidator(contract) }
}

/** Of the library. */
const ERRORS = '__errors'

function errorSchemaOf(issues: readonly Issue[]): ErrorSchema<unknown> {
  const root: { [key: string]: unknown } = {}
  for (const { path, message } of issues) {
    let at = root
    for (const key of pointerKeys(path)) {
      if (key === ERRORS || key === '__proto__') break
      at[key] ??= {}
      at = at[key] as typeof root
    }
    at[ERRORS] = [...((at[ERRORS] as string[] | undefined) ?? []), asSentence(message)]
  }
  return root as ErrorSchema<unknown>
}

/** "is required" → "This is required." */
function asSentence(message: string): string {
  const whole = message.startsWith('is ') ? `this ${message}` : message
  const text = whole.charAt(0).toUpperCase() + whole.slice(1)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
