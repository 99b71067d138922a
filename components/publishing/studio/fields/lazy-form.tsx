'use client'

import { Component, type ComponentProps, type ReactNode, useMemo } from 'react'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import type { SchemaForm } from '../../../forms/schema-form.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Skeleton } from '../../../ui/empty-state.tsx'
import { useLoaded } from '../../../ui/use-loaded.ts'

const loadForm = () => import('../../../forms/schema-form.tsx')

/** Loads the form on first use. The error boundary catches schemas that the form cannot render. */
export function LazyForm({ schema, ...props }: ComponentProps<typeof SchemaForm>) {
  const formModule = useLoaded(loadForm)
  // The form compares schemas by identity and would start again with an equal one.
  const text = JSON.stringify(schema)
  const stableSchema = useMemo<JsonSchema>(() => JSON.parse(text), [text])
  const fields = Object.keys((stableSchema.properties as object | undefined) ?? {}).length
  if (!formModule) return <Skeleton style={{ height: `${Math.max(1, fields) * 5.5}rem` }} />
  return (
    <FormErrorBoundary key={text}>
      <formModule.SchemaForm {...props} schema={stableSchema} />
    </FormErrorBoundary>
  )
}

class FormErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  render() {
    if (!this.state.hasFailed) return this.props.children
    return <Alert variant="warning">This schema cannot be shown as a form.</Alert>
  }
}
