/**
 * Labels any control. The control takes the ids and ARIA attributes: `<Field label="Name">{(wired) => <Input {...wired} name="name" />}</Field>`.
 */
'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { Input, Label, Select, Textarea } from './input.tsx'
import { SecretInput } from './secret-input.tsx'

export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

export function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <ul id={id} className="grid grid-cols-1 gap-0.5 text-destructive text-sm">
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  )
}

type FieldProps = {
  label: ReactNode
  help?: ReactNode
  errors?: string[]
  required?: boolean
  optional?: boolean
  id?: string
  aside?: ReactNode
  className?: string
  children: (controlProps: ControlProps) => ReactNode
}

export function Field({
  label,
  help,
  errors = [],
  required,
  optional,
  id,
  aside,
  className,
  children,
}: FieldProps) {
  const generated = useId()
  const fieldId = id ?? generated
  const helpId = help ? `${fieldId}-help` : ''
  const errorId = errors.length > 0 ? `${fieldId}-error` : ''
  const describedBy = [errorId, helpId].filter(Boolean).join(' ')

  return (
    <div className={cn('grid grid-cols-1 gap-1.5', className)}>
      <div className="flex min-h-5 items-center justify-between gap-3">
        <Label htmlFor={fieldId}>
          {label}
          {optional && <span className="ml-1.5 font-normal text-muted-foreground">optional</span>}
        </Label>
        {aside}
      </div>
      {children({
        id: fieldId,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(errors.length > 0 && { 'aria-invalid': true as const }),
        ...(required && { 'aria-required': true as const }),
      })}
      <FieldErrors id={errorId} errors={errors} />
      {help && (
        <p id={helpId} className="text-muted-foreground text-sm">
          {help}
        </p>
      )}
    </div>
  )
}

type InputFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
    /** Disables corrections, for names and expressions. */
    isCode?: boolean
  }

export function InputField(props: InputFieldProps) {
  const { label, help, errors, required, optional, id, aside, className, isCode, onChange, ...input } = props
  const { type, value } = input
  return (
    <Field {...{ label, help, errors, required, optional, id, aside, className }}>
      {(controlProps) => {
        const shared = {
          autoComplete: 'off',
          ...(isCode && { className: 'font-mono', autoCapitalize: 'none', spellCheck: false }),
          ...controlProps,
          ...input,
        }
        if (type === 'password')
          return <SecretInput {...shared} label={String(label)} value={value} onText={onChange} />
        return <Input {...shared} onChange={({ target }) => onChange(target.value)} />
      }}
    </Field>
  )
}

type TextareaFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'textarea'>, keyof FieldProps | 'onChange'> & {
    onChange?: (value: string) => void
    /** Disables corrections, for JSON, names and addresses. */
    isCode?: boolean
  }

export function TextareaField(props: TextareaFieldProps) {
  const { label, help, errors, required, optional, id, aside, className, isCode, onChange, ...textarea } =
    props
  return (
    <Field {...{ label, help, errors, required, optional, id, aside, className }}>
      {(controlProps) => (
        <Textarea
          {...(isCode && { className: 'font-mono', autoCapitalize: 'none', spellCheck: false })}
          {...controlProps}
          {...textarea}
          onChange={onChange && (({ target }) => onChange(target.value))}
        />
      )}
    </Field>
  )
}

type SelectFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'onChange'> & {
    onChange?: (value: string) => void
    /** A value without a label is its own label. */
    options: readonly (string | number | readonly [value: string | number, label: string])[]
  }

export function SelectField(props: SelectFieldProps) {
  const { label, help, errors, required, optional, id, aside, className, onChange, options, ...select } =
    props
  return (
    <Field {...{ label, help, errors, required, optional, id, aside, className }}>
      {(controlProps) => (
        <Select {...controlProps} {...select} onChange={onChange && (({ target }) => onChange(target.value))}>
          {options.map((option) => {
            const [value, text] = typeof option === 'object' ? option : [option, option]
            return (
              <option key={value} value={value}>
                {text}
              </option>
            )
          })}
        </Select>
      )}
    </Field>
  )
}

type PeriodFieldsProps = { from: string | undefined; to: string | undefined; className?: string }

export function PeriodFields({ from, to, className }: PeriodFieldsProps) {
  return (
    <>
      <Field label="From" className={className}>
        {(controlProps) => <Input {...controlProps} type="date" name="from" defaultValue={from} />}
      </Field>
      <Field label="To" className={className}>
        {(controlProps) => <Input {...controlProps} type="date" name="to" defaultValue={to} />}
      </Field>
    </>
  )
}
