'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useWidget } from '../frame/field-notes.tsx'
import { useFieldPlaceholders } from '../frame/field-placeholders.ts'

export function PlaceholderWidget(props: WidgetProps) {
  const field = useWidget(props)
  const placeholders = useFieldPlaceholders(field.pointer)
  return placeholders && <placeholders.Shown {...field} />
}
