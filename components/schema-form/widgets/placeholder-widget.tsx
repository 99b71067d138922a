'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useWidget } from '../frame/field-notes.tsx'

/** A value that stands for another one, shown as what it is. */
export function PlaceholderWidget(props: WidgetProps) {
  const { placeholders, ...field } = useWidget(props)
  return placeholders && <placeholders.Shown {...field} />
}
