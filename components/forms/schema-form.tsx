'use client'

/** A form for a contract, with a JSON view. It validates as the server does before it submits. */
import { Braces, Columns2, TextCursorInput } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useId,
  useMemo,
  useRef,
} from 'react'
import { coercionHints, pathName } from '#lib/contracts/forms/fields/field-labels.ts'
import { formRenderer, takesNothing } from '#lib/contracts/forms/rjsf/form-size.ts'
import { loadCompiled } from '#lib/contracts/forms/validation/load-compiled.ts'
import type { Coercion } from '#lib/json-schema/inputs/coercions.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { isLargeToDraw } from '#lib/runs/model/size-limits.ts'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'
import { WithPatterns } from '../browser/with-patterns.tsx'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { IssueSummary } from '../ui/forms/issue-summary.tsx'
import { JsonInput } from '../ui/forms/json-input.tsx'
import { type ModeOption, ModeSwitch } from '../ui/mode-switch.tsx'
import { EarlySubmission, EarlySubmissionNote, useEarlyInput } from './early-input.tsx'
import { ContractForm, type LosslessForm } from './fields/contract-form.tsx'
import type { FormValueProps } from './use-form-value.ts'
import { type FormMode, useSchemaForm } from './use-schema-form.ts'

export type SchemaFormProps = FormValueProps & {
  /** Called with the validated value. Omit it for a preview. */
  onSubmit?: (value: Json) => void
  /** Issues that the server returned. */
  issues?: readonly Issue[]
  /** Coercions that the server applied. */
  coercions?: readonly Coercion[]
  disabled?: boolean
  /** Disables submission while a response is pending. */
  pending?: boolean
  submitLabel?: ReactNode
  actions?: ReactNode
  idPrefix?: string
  header?: ReactNode
  /** Shown above the fields. */
  intro?: ReactNode
  /** Invalid JSON text to restore. */
  jsonText?: string
  /** Called with invalid JSON text; undefined once it is valid. */
  onJsonText?: (text: string | undefined) => void
  /**
   * Called when the form works, with whether somebody typed into it before. A value that is restored here leaves that
   * text in its fields.
   */
  onReady?: (hasInput: boolean) => void
  /** Called when the form is not sent because its value is invalid. */
  onRefuse?: () => void
}

/** Large forms are rendered only in the browser; huge ones are edited as JSON. */
export function SchemaForm(props: SchemaFormProps) {
  const isBrowser = useIsHydrated()
  const { schema, value } = props
  const renderer = useMemo(() => formRenderer(schema), [schema])
  const isLarge = renderer !== 'server' || (!isBrowser && value !== undefined && isLargeToDraw(value))
  const loading = <p className="min-h-64 text-muted-foreground text-sm">Loading the form…</p>
  if (isLarge && !isBrowser) return loading
  return (
    <Suspense fallback={loading}>
      <WithPatterns schema={schema}>
        <LoadedForm {...props} isDrawn={renderer !== 'none'} />
      </WithPatterns>
    </Suspense>
  )
}

const MODES: ModeOption<FormMode>[] = [
  { mode: 'form', label: 'Form', Icon: TextCursorInput },
  { mode: 'json', label: 'JSON', Icon: Braces },
  { mode: 'both', label: 'Both', Icon: Columns2, isWide: true },
]

type LoadedFormProps = SchemaFormProps & { isDrawn: boolean }

export function LoadedForm(props: LoadedFormProps) {
  const { schema, header, isDrawn, intro, disabled, pending } = props
  const generated = useId()
  const idPrefix = props.idPrefix ?? `form${generated}`
  const form = useSchemaForm(props)
  const { jsonView, problems } = form
  const mode = isDrawn ? form.mode : 'json'
  const formRef = useRef<LosslessForm>(null)
  const element = useRef<HTMLFormElement>(null)
  const formId = `${idPrefix}-form`
  const isHydrated = useIsHydrated()
  useEarlyInput(element, formId, props.onReady)
  const coercionText = JSON.stringify(problems.coercions)
  const hints = useMemo(() => coercionHints(idPrefix, JSON.parse(coercionText)), [idPrefix, coercionText])
  const isInputless = useMemo(() => takesNothing(schema), [schema])
  const hasInvalidJson = mode !== 'form' && jsonView.error !== undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A dialog's form may be inside another form.
    event.stopPropagation()
    if (pending || disabled || hasInvalidJson) return
    // JSON may be sent unchecked: the server validates it.
    if (mode === 'json') form.sendUnchecked()
    else formRef.current?.onSubmit(event)
  }
  return (
    <form
      ref={element}
      id={formId}
      data-early={isHydrated ? undefined : ''}
      // A browser that restored fields on a reload would seem to be a person who types.
      autoComplete="off"
      noValidate
      className="grid min-w-0 grid-cols-1 gap-5"
      data-mode={mode}
      onFocus={() => loadCompiled(form.contract)}
      onKeyDown={submitByKey}
      onSubmit={submit}
    >
      <EarlySubmission />
      <FormHeader {...{ header, isDrawn, mode, hasInvalidJson }} onSwitch={form.switchTo} />
      {intro}
      <IssueSummary
        ref={form.summary}
        issues={problems.issues}
        idPrefix={idPrefix}
        renderName={(path) => pathName(schema, path)}
      />
      <div className={cn('grid min-w-0 grid-cols-1 gap-6', mode === 'both' && 'lg:grid-cols-[3fr_2fr]')}>
        {isInputless && mode !== 'json' && (
          <p className="text-muted-foreground text-sm">This skill needs no input.</p>
        )}
        {mode !== 'json' && (
          <ContractForm
            ref={formRef}
            contract={form.contract}
            value={form.formValue}
            epoch={form.epoch}
            idPrefix={idPrefix}
            disabled={disabled || hasInvalidJson}
            issues={problems.issues}
            hints={hints}
            onChange={form.change}
            onSubmit={form.send}
            onRefuse={form.refuse}
          />
        )}
        {mode !== 'form' && (
          <div className={cn(mode === 'both' && 'max-lg:hidden lg:sticky lg:top-20 lg:self-start')}>
            <JsonInput
              id={`${idPrefix}-json`}
              label="Input as JSON"
              help="Enter the input as JSON. The body of a request is reduced to its input."
              text={jsonView.text}
              error={jsonView.error}
              disabled={disabled}
              onType={form.typeJson}
              onDiscard={form.discardJson}
            />
          </div>
        )}
      </div>
      {props.onSubmit && <SubmitBar {...props} />}
    </form>
  )
}

type FormHeaderProps = Pick<LoadedFormProps, 'header' | 'isDrawn'> & {
  mode: FormMode
  hasInvalidJson: boolean
  onSwitch: (mode: FormMode) => void
}

function FormHeader({ header, isDrawn, mode, hasInvalidJson, onSwitch }: FormHeaderProps) {
  const disabledReason = hasInvalidJson && 'Fix the JSON first.'
  const options = MODES.map((option) => (option.mode === 'form' ? { ...option, disabledReason } : option))
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      {header ?? <span />}
      {isDrawn ? (
        <ModeSwitch label="Input mode" options={options} value={mode} onChange={onSwitch} />
      ) : (
        <p className="text-muted-foreground text-sm">This contract is too large for a form.</p>
      )}
    </div>
  )
}

function SubmitBar({ pending, disabled, submitLabel = 'Submit', actions }: SchemaFormProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" pending={pending} disabled={disabled} onClick={preventDoubleClick}>
        {submitLabel}
      </Button>
      <EarlySubmissionNote />
      {actions}
    </div>
  )
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** Ignores the second click of a double click: the action of the first may be over by then, and would run twice. */
function preventDoubleClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
