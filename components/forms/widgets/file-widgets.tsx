'use client'

/** A file as the value of a field: within the input, or as a blob. */
import type { WidgetProps } from '@rjsf/utils'
import { widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { BlobInput } from '../../blobs/blob-input.tsx'
import { FileTextInput } from '../../ui/forms/file-control.tsx'

export function FileWidget(props: WidgetProps) {
  const { format, contentEncoding } = widgetField(props).facts
  const isDataUrl = format === 'data-url' || contentEncoding === undefined
  return <FileTextInput {...fileControlProps(props)} isDataUrl={isDataUrl} />
}

export function BlobWidget(props: WidgetProps) {
  return <BlobInput {...fileControlProps(props)} />
}

function fileControlProps(props: WidgetProps) {
  const { label, json, facts, disabled, control, change } = widgetField(props)
  return {
    controlProps: control,
    label,
    disabled,
    accept: typeof facts.contentMediaType === 'string' ? facts.contentMediaType : undefined,
    value: typeof json === 'string' ? json : undefined,
    onChange: change,
  }
}
