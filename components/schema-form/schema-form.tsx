'use client'

/** A form for a contract with a JSON view. Validates as the server does before it submits. */
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  use,
  useId,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { Issue } from '#lib/errors.ts'
import { formatFieldValue } from '#lib/form-model/field-labels.ts'
import { formRenderer } from '#lib/form-model/form-size.ts'
import { isObject, type Json, type JsonSchema } from '#lib/json/json.ts'
import type { Coercion } from '#lib/json-schema/evaluate/coercion.ts'
import { isLargeToDraw } from '#lib/run-model/size-limits.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { ContractForm } from './fields/contract-form.tsx'
import { FormModes } from './form-modes.tsx'
import { FieldHintsProvider } from './frame/field-notes.tsx'
import { IssueSummary } from './issue-summary.tsx'
import { JsonInput } from './json-input.tsx'
import { useCompiledValidator } from './use-compiled-validator.ts'
import { type FormMode, type FormProblems, useSchemaForm } from './use-schema-form.ts'
import { WithPatterns } from './with-patterns.tsx'

export type SchemaFormProps = {
  /** A canonical object schema with a stable identity. */
  schema: JsonSchema
  /** Where the compiled contract is. Loaded when the form gets the focus. */
  validatorUrl?: string
  /** Undefined starts from the defaults of the contract. */
  value: Json | undefined
  onChange: (value: Json) => void
  /** Gets the validated value. Omit it for a preview. */
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
  /** Above the fields. */
  intro?: ReactNode
  /** Invalid JSON text to restore. */
  jsonText?: string
  /** Called with invalid JSON text; undefined once it is valid. */
  onJsonText?: (text: string | undefined) => void
}

/** Large forms are rendered only in the browser; huge ones are edited as JSON. */
export function SchemaForm(props: SchemaFormProps) {
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const { schema, value } = props
  const drawnBy = useMemo(() => formRenderer(schema), [schema])
  const isLarge = drawnBy !== 'server' || (!isBrowser && value !== undefined && isLargeToDraw(value))
  const waiting = <p className="min-h-64 text-muted-foreground text-sm">Loading the form…</p>
  if (isLarge && !isBrowser) return waiting
  return (
    <Suspense fallback={waiting}>
      <WithPatterns schema={schema}>
        <LoadedForm {...props} isDrawn={drawnBy !== 'none'} />
      </WithPatterns>
    </Suspense>
  )
}

/** The form as a browser shows it. */
export function LoadedForm(props: SchemaFormProps & { isDrawn: boolean }) {
  const { schema, onSubmit, disabled, pending, submitLabel = 'Submit', actions } = props
  const generated = useId()
  const idPrefix = props.idPrefix ?? `form${generated}`
  const form = useSchemaForm(props)
  const { jsonView } = form
  const mode = props.isDrawn ? form.mode : 'json'
  // Every field listens to these: equal ones must be the same object, or each letter draws all fields again.
  const currentText = JSON.stringify(form.problems)
  const { issues, coercions } = useMemo<FormProblems>(() => JSON.parse(currentText), [currentText])
  const hints = useMemo(() => hintsOf(idPrefix, coercions), [idPrefix, coercions])
  const isInputless = useMemo(() => isEmpty(schema), [schema])
  const isBroken = mode !== 'form' && jsonView.error !== undefined

  function submit(send: () => void) {
    if (pending || disabled || isBroken) return
    // JSON may be sent unchecked: the server validates it.
    if (mode === 'json') form.sendUnchecked()
    else send()
  }
  const frame: FormFrame = {
    mode,
    submit,
    onFocus: useCompiledValidator(form.contract, props.validatorUrl),
    above: (
      <>
        <div className="flex min-h-8 items-center justify-between gap-3">
          {props.header ?? <span />}
          {props.isDrawn ? (
            <FormModes mode={mode} blocked={isBroken} onSwitch={form.switchTo} />
          ) : (
            <p className="text-muted-foreground text-sm">This contract is too large for a form.</p>
          )}
        </div>
        {props.intro}
        <IssueSummary ref={form.summary} issues={issues} schema={schema} idPrefix={idPrefix} />
      </>
    ),
    empty: isInputless && <p className="text-muted-foreground text-sm">This skill needs no input.</p>,
    beside: mode !== 'form' && (
      <div className={cn(mode === 'both' && 'max-lg:hidden lg:sticky lg:top-20 lg:self-start')}>
        <JsonInput
          id={`${idPrefix}-json`}
          jsonText={jsonView}
          disabled={disabled}
          onType={form.typeJson}
          onDiscard={form.discardJson}
        />
      </div>
    ),
    below: onSubmit && (
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={pending} disabled={disabled} onClick={once}>
          {submitLabel}
        </Button>
        {actions}
      </div>
    ),
  }
  return (
    <Frame value={frame}>
      <FieldHintsProvider value={hints}>
        <ContractForm
          contract={form.contract}
          value={form.formValue}
          epoch={form.epoch}
          idPrefix={idPrefix}
          disabled={disabled || isBroken}
          issues={issues}
          tagName={FramedForm}
          onChange={form.change}
          onSubmit={form.send}
          onRefuse={form.refuse}
        />
      </FieldHintsProvider>
    </Frame>
  )
}

type FormFrame = {
  mode: FormMode
  submit: (send: () => void) => void
  onFocus: () => void
  above: ReactNode
  empty: ReactNode
  beside: ReactNode
  below: ReactNode
}

const Frame = createContext<FormFrame | null>(null)

/** The element that the library puts its fields into. */
function FramedForm({ children, onSubmit, ref }: ComponentProps<'form'>) {
  const { mode, submit, onFocus, above, empty, beside, below } = use(Frame) as FormFrame
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form
      ref={ref}
      noValidate
      className="grid min-w-0 grid-cols-1 gap-5"
      data-mode={mode}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        // The form may stand inside another one, by way of a dialog.
        event.stopPropagation()
        submit(() => onSubmit?.(event))
      }}
    >
      {above}
      <div className={cn('grid min-w-0 grid-cols-1 gap-6', mode === 'both' && 'lg:grid-cols-[3fr_2fr]')}>
        {mode !== 'json' && (
          <div className="@container grid min-w-0 grid-cols-1 content-start gap-5">
            {empty}
            {children}
          </div>
        )}
        {beside}
      </div>
      {below}
    </form>
  )
}

function hintsOf(prefix: string, coercions: readonly Coercion[]): ReadonlyMap<string, string> {
  return new Map(
    coercions.map(({ path, from, to }) => [
      prefix + path,
      `${formatFieldValue(from)} was converted to ${formatFieldValue(to)}`,
    ]),
  )
}

/** What the first click of a double click began may be over before the second. */
function once(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

function isEmpty({ properties, additionalProperties, ...others }: JsonSchema): boolean {
  if (!isObject(properties) || Object.keys(properties).length > 0) return false
  const more = ['oneOf', 'anyOf', 'allOf', '$ref', 'if', 'patternProperties', 'unevaluatedProperties']
  return !additionalProperties && !more.some((keyword) => keyword in others)
}
