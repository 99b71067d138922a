'use client'

import type { WidgetProps } from '@rjsf/utils'
import { widgetField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { useFieldPlaceholders } from '../frame/field-placeholders.ts'

export function PlaceholderWidget(props: WidgetProps) {
  const field = widgetField(props)
  const placeholders = useFieldPlaceholders(field.pointer)
  return placeholders && <placeholders.Control {...field} />
}
