'use client'

import type { WidgetProps } from '@rjsf/utils'
import { widgetField } from '#lib/form-model/drawn-field.ts'
import { placeholderOf } from '#lib/form-model/field-labels.ts'
import { readNumber } from '#lib/form-model/typed-values.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useEditedText } from '../../ui/forms/use-edited-text.ts'

export function NumberWidget(props: WidgetProps) {
  const { facts, json, kind, change, disabled, control } = widgetField(props)
  const [text, setText] = useEditedText({
    value: json,
    format: (value) => (value === undefined ? '' : String(value)),
    parse: readNumber,
    onChange: change,
  })
  const unit = facts['x-unit'] ?? facts.unit
  return (
    <span className="flex items-center gap-2">
      <Input
        {...control}
        className="max-w-48 tabular-nums"
        inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
        value={text}
        disabled={disabled}
        placeholder={placeholderOf(facts)}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      {typeof unit === 'string' && <span className="text-muted-foreground text-sm">{unit}</span>}
    </span>
  )
}
