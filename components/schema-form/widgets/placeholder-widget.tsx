'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useWidget } from '../frame/field-notes.tsx'

export function PlaceholderWidget(props: WidgetProps) {
  const { placeholders, ...field } = useWidget(props)
  return placeholders && <placeholders.Shown {...field} />
}
