'use client'

import type { WidgetProps } from '@rjsf/utils'
import { describeFieldKind } from '#lib/contracts/forms/fields/kind-names.ts'
import { widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { errorsIn } from '#lib/contracts/forms/rjsf/form-issues.ts'
import { readLooseJson } from '#lib/contracts/forms/typed-text/typed-values.ts'
import { FieldErrors } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/input.tsx'
import { useEditedText } from '../../ui/forms/use-edited-text.ts'

export function JsonWidget(props: WidgetProps) {
  const { id, field, json, kind, errorSchema, change, disabled, control } = widgetField(props)
  const below = errorsIn(errorSchema, true)
  const [text, setText] = useEditedText({
    value: json,
    format: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
    parse: readLooseJson,
    onChange: change,
  })
  return (
    <div className="grid gap-1">
      <Textarea
        {...control}
        className="max-h-96 min-h-9 font-mono sm:text-[0.8125rem]"
        rows={1}
        spellCheck={false}
        autoComplete="off"
        value={text}
        disabled={disabled}
        aria-invalid={control['aria-invalid'] ?? (below.length > 0 || undefined)}
        onChange={({ target }) => setText(target.value)}
      />
      <FieldErrors id={`${id}__below`} errors={below} />
      <p className="text-muted-foreground text-xs">
        {kind === 'misfit'
          ? `${describeFieldKind(field)} The original value is shown unchanged.`
          : 'Any JSON. Anything else is sent as text.'}
      </p>
    </div>
  )
}
