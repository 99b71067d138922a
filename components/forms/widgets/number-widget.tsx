'use client'

import type { WidgetProps } from '@rjsf/utils'
import { use } from 'react'
import { numberUnit } from '#lib/contracts/forms/fields/field-facts.ts'
import { choosePlaceholder } from '#lib/contracts/forms/fields/field-labels.ts'
import { type DrawnField, widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { readTypedNumber, type TypedNumber } from '#lib/contracts/forms/typed-text/typed-numbers.ts'
import { readNumber } from '#lib/contracts/forms/typed-text/typed-values.ts'
import { readExactNumber } from '#lib/kernel/json/exact-number.ts'
import { useBrowserLanguage } from '../../browser/use-browser-language.ts'
import { cn } from '../../ui/cn.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useEditedText } from '../../ui/forms/use-edited-text.ts'
import { TextButton } from '../../ui/row-buttons.tsx'
import { InRecordTable } from '../frame/in-record-table.ts'

/** A text input, because a number input hides what it cannot read and rounds what it can. */
export function NumberWidget(props: WidgetProps) {
  const field = widgetField(props)
  const { facts, json, kind, label, name, change, disabled, control } = field
  const locale = useBrowserLanguage()
  const unit = numberUnit(facts, { label, name })
  const options = { locale, isInteger: kind === 'integer', unit }
  const [text, setText] = useEditedText({
    value: json,
    format: (value) => (value === undefined ? '' : String(value)),
    parse: (typed) => readNumber(typed, options),
    onChange: change,
  })
  const read = typeof json === 'number' || typeof json === 'string' ? readTypedNumber(text, options) : {}
  return (
    <div data-line className="grid gap-1">
      <span className="flex items-center gap-2">
        <Input
          {...control}
          className="max-w-48 tabular-nums"
          inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
          value={text}
          disabled={disabled}
          placeholder={choosePlaceholder(facts)}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
        {unit !== undefined && (
          <span data-unit className="text-muted-foreground text-sm">
            {unit}
          </span>
        )}
      </span>
      <NumberNote field={field} text={text} read={read} onWrite={setText} />
    </div>
  )
}

type NumberNoteProps = {
  field: DrawnField
  text: string
  read: TypedNumber
  onWrite: (text: string) => void
}

/** Says which number is sent where the text does not, and offers a spelling that is certain. */
function NumberNote({ field: { label, errors, disabled }, text, read, onWrite }: NumberNoteProps) {
  const isInTable = use(InRecordTable)
  const { value, suggestion, isTooLong } = read
  const isRewritten = value !== undefined && readExactNumber(text) === undefined
  if (!isRewritten && !suggestion && !isTooLong) return null
  // A table offers to correct all its numbers at once.
  const isOffered = isInTable && suggestion !== undefined && value === undefined
  return (
    <p
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs',
        isOffered && 'table-view:hidden',
      )}
    >
      {isTooLong && 'A number cannot hold all these digits. Enter fewer.'}
      {isRewritten && (
        <span>
          Sends <code>{value}</code>
        </span>
      )}
      {suggestion &&
        value === undefined &&
        errors.length === 0 &&
        'Use a point for decimals, and no separators.'}
      {suggestion && (
        <TextButton
          fieldLabel={label}
          className="rounded-sm text-foreground text-xs underline underline-offset-3"
          disabled={disabled}
          onClick={() => onWrite(suggestion)}
        >
          Write {suggestion}
        </TextButton>
      )}
    </p>
  )
}
